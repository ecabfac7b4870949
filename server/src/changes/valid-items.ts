import type { ChangeItem, Connection } from '#libs/api';
import { readItems } from '#libs/changes';
import type { ReadingRules } from '#libs/changes';
import { dialectOf } from '#libs/dialects';
import { Problem } from '../platform/index.js';

/** The items of a change set as they are kept. Throws `validation-failed`. */
export function validItems(
  { dialect }: Connection,
  json: readonly ChangeItem[],
  rules: ReadingRules = {},
): ChangeItem[] {
  const read = readItems(json, { mayHoldNul: dialectOf(dialect).values.textsHoldNul, ...rules });
  if (read.kind === 'faulty') throw new Problem('validation-failed', undefined, { errors: read.faults });
  return read.items;
}
