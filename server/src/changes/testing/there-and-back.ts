import { expect } from '@jest/globals';
import type { ChangeItem, ChangeSetDetails } from '#libs/api';
import type { ChangesCaller } from './changes-caller.js';

/** Applies what a rehearsal says can be taken back, and takes it back; `dump` reads what has to be as it was. */
export async function thereAndBack(
  app: ChangesCaller,
  items: readonly ChangeItem[],
  dump: () => Promise<unknown>,
): Promise<ChangeSetDetails> {
  const before = await dump();
  const change = await app.rehearsed(items);
  expect(change.rehearsal).toMatchObject({ status: 'ready', not_undoable: [] });
  const { body: applied } = await app.apply(change);
  expect(applied.state).toBe('applied');
  expect(await dump()).not.toEqual(before);
  expect((await app.undone(applied)).state).toBe('undone');
  expect(await dump()).toEqual(before);
  return change;
}
