import { shownName } from '#libs/catalog';
import type { ForeignKey } from '#libs/catalog';

/** The letters of pg_constraint; `a` is NO ACTION, the default. */
const ACTIONS: Readonly<Record<string, string>> = { r: 'RESTRICT', c: 'CASCADE', n: 'SET NULL', d: 'SET DEFAULT' };

/** When a key that may be checked at the commit is checked; others have `-`. */
const DEFERRABLE: Readonly<Record<string, ForeignKey['deferrable']>> = {
  d: 'initially deferred',
  i: 'initially immediate',
};

/**
 * What a foreign key does, from four letters: confupdtype, confdeltype, confmatchtype and one of `DEFERRABLE`.
 * `settable` names the columns that ON DELETE sets where it sets only some.
 */
export function foreignKeyOptions(
  letters: string,
  settable: readonly string[],
): Omit<ForeignKey, 'columns' | 'references'> {
  const [onUpdate = '', onDelete = '', match = '', deferral = ''] = letters;
  const deferrable = DEFERRABLE[deferral];
  const [updateAction, deleteAction] = [ACTIONS[onUpdate], ACTIONS[onDelete]];
  const columns = settable.length === 0 ? '' : ` (${settable.map(shownName).join(', ')})`;
  return {
    ...(updateAction === undefined ? {} : { on_update: updateAction }),
    ...(deleteAction === undefined ? {} : { on_delete: `${deleteAction}${columns}` }),
    ...(match === 'f' ? { match: 'full' } : {}),
    ...(match === 'p' ? { match: 'partial' } : {}),
    ...(deferrable === undefined ? {} : { deferrable }),
  };
}
