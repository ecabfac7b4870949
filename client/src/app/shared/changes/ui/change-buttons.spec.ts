import { afterEach, expect, it } from '@jest/globals';
import { Part, words } from '../../../../testing/part';
import { actionButtons } from '../data/change-actions';
import { changeSet, rehearsalOf } from '../testing/change-set';
import { ChangeButtons } from './change-buttons';

afterEach(() => Part.clear());

it('keeps the label of a button, and so its width, while it works', async () => {
  const change = changeSet({
    rehearsal: rehearsalOf(),
    actions: { ...changeSet().actions, apply: true, rehearse: true },
  });
  const part = await Part.show(ChangeButtons, { buttons: actionButtons(change), busy: null, areRowsCurrent: true });
  const labels = (): string[] => [...part.element.querySelectorAll('button')].map(words);
  const before = labels();
  part.fixture.componentRef.setInput('busy', 'apply');
  await part.settled();
  expect([labels(), words(part.element.querySelector('[role="status"]'))]).toEqual([before, 'Applying']);
  expect(part.element.querySelector('[aria-busy]')?.querySelector('.dw-spinner, dw-icon')?.className).toBe(
    'dw-spinner',
  );
});
