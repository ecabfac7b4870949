import { expect, it } from '@jest/globals';
import type { ChangePerson, ChangeSetDetails } from '#libs/api';
import { changeSet, rehearsalOf } from '../../shared/changes/testing/change-set';
import { changeHistory } from './change-history';

const BEN: ChangePerson = { id: 'ben', name: 'Ben', kind: 'user' };

it.each<[string, Partial<ChangeSetDetails>, string[]]>([
  ['a draft', {}, ['Created by Ann']],
  ['a rehearsed draft', { rehearsal: rehearsalOf() }, ['Created by Ann', 'Rehearsed, 2 rows']],
  [
    'a refusal',
    { proposed_at: '2026-05-18T09:10:00Z', decided_at: '2026-05-18T09:20:00Z', decided_by: BEN, decision: 'No.' },
    ['Created by Ann', 'Proposed by Ann', 'Refused by Ben'],
  ],
  [
    'a conflict after the approval',
    {
      ...{ proposed_at: '2026-05-18T09:01:00Z', decided_at: '2026-05-18T09:02:00Z', decided_by: BEN },
      rehearsal: rehearsalOf({ status: 'conflicted', conflicts: [] }),
    },
    ['Created by Ann', 'Proposed by Ann', 'Approved by Ben', 'Conflict in 0 rows'],
  ],
  [
    'an undone change set',
    {
      ...{ state: 'undone', applied_at: '2026-05-18T09:30:00Z', applied_by: BEN, changed_at: '2026-05-18T10:00:00Z' },
      rehearsal: rehearsalOf({ row_count: 0 }),
    },
    ['Created by Ann', 'Rehearsed', 'Applied by Ben', 'Undone'],
  ],
])('lists the steps of %s in their order', (_, over, texts) => {
  expect(changeHistory(changeSet(over)).map(({ text }) => text)).toEqual(texts);
});

it('has the email address of a person who is called otherwise', () => {
  const author: ChangePerson = { id: 'ann', name: 'Ann', email: 'ann@example.org', kind: 'user' };
  const change = changeSet({ author, proposed_at: '2026-05-18T09:10:00Z', rehearsal: rehearsalOf() });
  expect(changeHistory(change).map(({ text, email }) => [text, email])).toEqual([
    ['Created by Ann', 'ann@example.org'],
    ['Rehearsed, 2 rows', undefined],
    ['Proposed by Ann', 'ann@example.org'],
  ]);
});
