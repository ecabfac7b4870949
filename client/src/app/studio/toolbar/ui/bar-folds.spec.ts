import { describe, expect, it } from '@jest/globals';
import { foldedParts } from '../../../shared/ui/fold';
import { BAR_FOLDS, reservedWidth } from './bar-folds';

const LABELS = 'preview-label keys labels';

describe('the parts of the action bar that fold', () => {
  it.each([
    ['without a transaction at 1440', 944, 'none', false, 'preview-label keys'],
    ['without a transaction at 1280', 784, 'none', false, LABELS],
    ['with an open transaction at 1440', 944, 'open', false, LABELS],
    ['with a failed transaction at 1440', 944, 'failed', false, LABELS],
    ['with an open transaction at 1280', 784, 'open', false, `${LABELS} preview-text tight`],
    [
      'read-only with an open transaction at 1280',
      784,
      'open',
      true,
      `${LABELS} preview-text tight preview transaction`,
    ],
    [
      'with an open transaction beside a panel',
      424,
      'open',
      false,
      `${LABELS} preview-text tight preview transaction ends bare`,
    ],
  ] as const)('%s: %s px', (_, width, transaction, hasNote, parts) => {
    expect(foldedParts(BAR_FOLDS, width - reservedWidth(transaction, hasNote))).toBe(parts);
  });
});
