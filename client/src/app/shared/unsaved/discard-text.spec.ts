import { describe, expect, it } from '@jest/globals';
import { discardQuestion } from './discard-text';

describe('discardQuestion', () => {
  const changed = (name: string) => ({ name, isShownOnce: false });
  const secret = (name: string) => ({ name, isShownOnce: true });

  it.each([
    [[changed('Nightly report')], 'Discard changes?', 'Unsaved changes in Nightly report are lost.'],
    [[changed('New job'), changed('New job')], 'Discard changes?', 'Unsaved changes in New job are lost.'],
    [[changed('A'), changed('B'), changed('C')], 'Discard changes?', 'Unsaved changes in A, B and C are lost.'],
    [[secret('the token')], 'Close without copying?', 'The token is not shown again.'],
    [
      [secret('the token'), changed('New job')],
      'Discard changes?',
      'Unsaved changes in New job are lost. The token is not shown again.',
    ],
  ])('%j: %s %s', (losses, heading, text) => {
    expect(discardQuestion(losses)).toMatchObject({ heading, text });
  });

  it('asks nothing where nothing is lost', () => {
    expect(discardQuestion([])).toBeNull();
  });
});
