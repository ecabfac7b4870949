import type { Check, Column, ForeignKey, Index } from './catalog.js';
import { isSameList } from './catalog-key.js';
import { commonSpelling } from './common-spelling.js';

/**
 * Whether two lists say the same item by item: the common case of a catalog that was read twice, found without building
 * anything. Lists in another order may still mean the same.
 */
export function isSameThroughout<Item>(
  a: readonly Item[],
  b: readonly Item[],
  isSame: (a: Item, b: Item) => boolean,
): boolean {
  if (a.length !== b.length) return false;
  return a.every((item, index) => {
    const other = b[index];
    return other !== undefined && isSame(item, other);
  });
}

/** Whether two columns are equal in all that a diff reports: not in their position. */
export function isSameColumn(a: Column, b: Column): boolean {
  return (
    a.name === b.name &&
    a.type === b.type &&
    a.nullable === b.nullable &&
    isSameExpression(a.default, b.default) &&
    isSameExpression(a.generated, b.generated) &&
    a.identity === b.identity &&
    a.collation === b.collation
  );
}

/** Whether two foreign keys are written alike; pairs in another order may still mean the same. */
export function isSameForeignKey(a: ForeignKey, b: ForeignKey): boolean {
  return (
    a.on_update === b.on_update &&
    a.on_delete === b.on_delete &&
    a.deferrable === b.deferrable &&
    a.match === b.match &&
    a.references.schema === b.references.schema &&
    a.references.name === b.references.name &&
    isSameList(a.columns, b.columns) &&
    isSameList(a.references.columns, b.references.columns)
  );
}

/** Whether two indexes or checks are the same one. */
export function isSamePart(a: Index | Check, b: Index | Check): boolean {
  return a.name === b.name && isSameExpression(a.definition, b.definition);
}

/** Whether two expressions are printed alike, but for what a dump prints otherwise. */
export function isSameExpression(a: string | undefined, b: string | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && commonSpelling(a) === commonSpelling(b));
}
