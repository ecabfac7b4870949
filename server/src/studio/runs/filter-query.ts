import { z } from 'zod';
import { FILTER_OPS } from '#libs/api';
import type { ResultColumn, ResultFilter } from '#libs/api';
import { MAX_FILTERS, filterFaults } from '#libs/results';
import { Problem } from '../../platform/index.js';

const text = z.string();

const FILTERS = z
  .array(
    z.strictObject({
      column: z.int().min(0),
      op: z.enum(FILTER_OPS),
      value: text.exactOptional(),
      values: z.array(text.nullable()).exactOptional(),
      from: text.nullable().exactOptional(),
      to: text.nullable().exactOptional(),
      case_sensitive: z.boolean().exactOptional(),
    }),
  )
  .max(MAX_FILTERS);

/**
 * Reads the conditions of `filter=` for a result of these columns; none where it is left out. Throws `validation-failed`
 * with what is wrong at each place.
 */
export function filterQuery(filter: string | undefined, columns: readonly ResultColumn[]): ResultFilter[] {
  if (filter === undefined) return [];
  const parsed = FILTERS.safeParse(json(filter));
  if (!parsed.success) throw refusal(parsed.error.issues.map(({ path, message }) => [path.join('/'), message]));
  const faults = filterFaults(parsed.data, columns);
  if (faults.length > 0)
    throw refusal(faults.map(({ condition, member, detail }) => [`${String(condition)}/${member}`, detail]));
  return parsed.data;
}

function json(filter: string): unknown {
  try {
    return JSON.parse(filter);
  } catch {
    throw refusal([['', 'The filter is not valid JSON.']]);
  }
}

function refusal(faults: readonly (readonly [place: string, detail: string])[]): Problem {
  const errors = faults.map(([place, detail]) => ({ pointer: place === '' ? '/filter' : `/filter/${place}`, detail }));
  return new Problem('validation-failed', errors[0]?.detail ?? 'The filter is not valid.', { errors });
}
