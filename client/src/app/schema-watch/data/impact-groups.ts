import type { ChangeImpact, SchemaChange } from '#libs/api';
import type { ImpactItem, ImpactKind } from '#libs/impact';
import { groupedBy } from '#libs/lists';
import type { IconName } from '../../shared/ui/icon/icon';

/** What kind of thing relies on a schema: how it looks, and its word. */
export const IMPACT_LOOKS: Readonly<Record<ImpactKind, { readonly icon: IconName; readonly word: string }>> = {
  contract: { icon: 'file-x-corner', word: 'Contract' },
  query: { icon: 'square-terminal', word: 'Saved query' },
  job: { icon: 'clock', word: 'Job' },
  view: { icon: 'eye', word: 'View' },
};

/** What relies on the thing of one change. */
export interface ImpactGroup {
  readonly sentence: string;
  readonly items: readonly ImpactItem[];
}

/** Kinds of change that take something away or make it another thing. */
const CAN_HURT = new Set([
  'table_removed',
  'column_removed',
  'type_changed',
  'nullability_changed',
  'primary_key_changed',
  'foreign_key_removed',
  'table_recreated',
  'table_replaced',
  'column_recreated',
]);

/** Whether anything can have relied on what a record reports: what came has hurt no one. */
export function canBreak({ changes }: Pick<SchemaChange, 'changes'>): boolean {
  return changes.some(({ kind }) => CAN_HURT.has(kind));
}

/** The answer by change, in the order of the record; changes on which nothing relies are left out. */
export function impactGroups({ changes }: Pick<SchemaChange, 'changes'>, { items }: ChangeImpact): ImpactGroup[] {
  const byChange = groupedBy(items, ({ change }) => change);
  return changes.flatMap(({ summary: sentence }, index) => {
    const own = byChange.get(index);
    return own === undefined ? [] : [{ sentence, items: own }];
  });
}
