import { shownName } from '#libs/catalog';
import type { ForeignKey } from '#libs/catalog';

/** The letters of pg_constraint; `a` is NO ACTION, the default. */
const ACTIONS: Readonly<Record<string, string>> = { r: 'RESTRICT', c: 'CASCADE', n: 'SET NULL', d: 'SET DEFAULT' };

/**
 * What a foreign key does, from confupdtype, confdeltype, confmatchtype, condeferrable and condeferred. `settable` names
 * the columns that ON DELETE sets where it sets only some.
 */
export function foreignKeyOptions(
  [onUpdate = '', onDelete = '', match = '', isDeferrable = '', isDeferred = '']: readonly string[],
  settable: readonly string[],
): Omit<ForeignKey, 'columns' | 'references'> {
  const [updateAction, deleteAction] = [ACTIONS[onUpdate], ACTIONS[onDelete]];
  const columns = settable.length === 0 ? '' : ` (${settable.map(shownName).join(', ')})`;
  return {
    ...(updateAction === undefined ? {} : { on_update: updateAction }),
    ...(deleteAction === undefined ? {} : { on_delete: `${deleteAction}${columns}` }),
    ...(match === 'f' ? { match: 'full' } : {}),
    ...(match === 'p' ? { match: 'partial' } : {}),
    ...(isDeferrable === 't' ? { deferrable: isDeferred === 't' ? 'initially deferred' : 'initially immediate' } : {}),
  };
}
