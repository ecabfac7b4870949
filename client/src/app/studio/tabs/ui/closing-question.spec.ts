import { expect, it } from '@jest/globals';
import { closingQuestion } from './closing-question';

it.each([
  [
    1,
    { transactions: 1, changes: 0 },
    'Close Orders?',
    "Its transaction isn't committed. Closing the tab rolls it back.",
    'Roll back and close',
  ],
  [
    1,
    { transactions: 0, changes: 1 },
    'Close Orders?',
    '1 staged change not applied. Closing the tab discards it.',
    'Discard and close',
  ],
  [
    1,
    { transactions: 1, changes: 3 },
    'Close Orders?',
    "Its transaction isn't committed. Closing the tab rolls it back. 3 staged changes not applied. Closing the tab discards them.",
    'Roll back and close',
  ],
  [
    4,
    { transactions: 2, changes: 0 },
    'Close 4 tabs?',
    '2 transactions not committed. Closing the tabs rolls them back.',
    'Roll back and close',
  ],
  [
    4,
    { transactions: 0, changes: 12 },
    'Close 4 tabs?',
    '12 staged changes not applied. Closing the tabs discards them.',
    'Discard and close',
  ],
])('%s with %j', (tabs, loss, heading, text, action) => {
  expect(closingQuestion(tabs, 'Orders', loss)).toEqual({ heading, text, action, isDangerous: true });
});

it('asks nothing where nothing is lost', () => {
  expect(closingQuestion(1, 'Orders', { transactions: 0, changes: 0 })).toBeNull();
});
