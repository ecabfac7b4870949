import { z } from 'zod';
import { PARAMETER_TYPES } from '#libs/api';

/** Small by default: what an agent reads costs it room to think. */
export const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
export const DEFAULT_DAYS = 30;
const MAX_DAYS = 3650;
const MAX_CURSOR = 300;
const MAX_ID = 200;

const paging = {
  limit: z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe('Items in one answer.'),
  cursor: z.string().max(MAX_CURSOR).optional().describe('`next_cursor` of the answer before, for the next items.'),
};
const connectionId = z
  .string()
  .min(1)
  .max(MAX_ID)
  .optional()
  .describe('One connection; left out, all that the token may see.');

const nextCursor = z.string().nullable().describe('Null after the last item.');
const moment = z.string().describe('ISO 8601');

/** What `contract_status` takes. Unknown arguments are refused: a misspelt one must not widen the question. */
export const contractStatusInput = z.strictObject({ connection_id: connectionId, ...paging });

const breakage = z.object({
  kind: z.string(),
  table: z.string(),
  column: z.string().nullable(),
  summary: z.string(),
});

/** What `contract_status` answers. */
export const contractStatusOutput = z.object({
  items: z.array(
    z.object({
      connection_id: z.string(),
      connection_name: z.string(),
      contract: z.string().nullable().describe('Its name; null where the connection has none.'),
      state: z.enum(['holds', 'violated', 'no_contract']).describe('The result of the last evaluation.'),
      stale: z.boolean().describe('The catalog could not be read since `evaluated_at`: `state` may be out of date.'),
      frozen_at: moment.nullable(),
      evaluated_at: moment.nullable().describe('When a complete snapshot was last evaluated.'),
      stale_reason: z.string().nullable(),
      broken_since: moment.nullable(),
      broken_count: z.int(),
      broken: z.array(breakage).describe('The first of them, where there are many.'),
    }),
  ),
  next_cursor: nextCursor,
});

/** What `schema_changes` takes. */
export const schemaChangesInput = z.strictObject({
  connection_id: connectionId,
  days: z.int().min(1).max(MAX_DAYS).default(DEFAULT_DAYS).describe('How far back.'),
  ...paging,
});

/** What `schema_changes` answers. */
export const schemaChangesOutput = z.object({
  days: z.int(),
  items: z
    .array(
      z.object({
        id: z.string(),
        connection_id: z.string(),
        connection_name: z.string(),
        detected_at: moment,
        change_count: z.int(),
        changes: z.array(breakage).describe('The first of them, where there are many.'),
      }),
    )
    .describe('Newest first; an item is everything that moved between two snapshots.'),
  checked: z
    .array(z.object({ connection_id: z.string(), checked_at: moment, last_error: z.string().nullable() }))
    .describe('How fresh this is: when the catalogs were last read. A connection that is missing was never read.'),
  next_cursor: nextCursor,
});

const MAX_EDITS = 1_000;
const MAX_TITLE = 200;
const MAX_REASON = 10_000;
const place = { schema: z.string().min(1), table: z.string().min(1) };
const cell = z.string().nullable();
const value = z.union([cell, z.strictObject({ default: z.literal(true) })]);
const values = z.record(z.string(), value).describe('By column: the text that the database reads, or null for NULL.');
const key = z.record(z.string(), z.string()).describe('The columns that find the row.');
const before = z.record(z.string(), cell).describe('The cells as they were read; at least those that are changed.');

const parameters = z
  .array(z.strictObject({ text: z.string().nullable(), type: z.enum(PARAMETER_TYPES).nullable() }))
  .describe('What `$1`, `$2` … of the text stand for; a type of null leaves it to the database.');

/** What `propose_change` takes. */
export const proposeChangeInput = z.strictObject({
  connection_id: z.string().min(1).max(MAX_ID),
  title: z.string().max(MAX_TITLE).optional(),
  reason: z.string().max(MAX_REASON).optional().describe('Why; the first comment of the change set.'),
  items: z
    .array(
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('insert'), ...place, values }),
        z.strictObject({ kind: z.literal('update'), ...place, key, before, values }),
        z.strictObject({ kind: z.literal('delete'), ...place, key, before }),
        z.strictObject({ kind: z.literal('statement'), sql: z.string().min(1), values: parameters.optional() }),
      ]),
    )
    .min(1)
    .max(MAX_EDITS)
    .describe('Up to 1,000, as far as a request of 1 MB holds them.'),
});

/** What `propose_change` answers. */
export const proposeChangeOutput = z.object({
  change_id: z.string(),
  state: z.enum(['proposed']),
  title: z.string(),
  hash: z.string().describe('SHA-256 over exactly what it will do.'),
  path: z.string().describe('The page on which a person reviews and applies it.'),
});

export type ProposeChangeInput = z.output<typeof proposeChangeInput>;
export type ProposeChangeOutput = z.output<typeof proposeChangeOutput>;
export type ContractStatusInput = z.output<typeof contractStatusInput>;
export type ContractStatusOutput = z.output<typeof contractStatusOutput>;
export type SchemaChangesInput = z.output<typeof schemaChangesInput>;
export type SchemaChangesOutput = z.output<typeof schemaChangesOutput>;
