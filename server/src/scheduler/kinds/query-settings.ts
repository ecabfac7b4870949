import { z } from 'zod';
import { count, flag, oneOf, textFault, textOrNull } from './setting-schemas.js';

export interface QuerySettings {
  /** Null for a job that runs a saved query. */
  readonly sql: string | null;
  /** The saved query whose text each run takes; left out for a job with a text of its own. */
  readonly query_id?: string;
  readonly source?: 'saved';
  /** Runs in a session in which the engine itself refuses writes. */
  readonly read_only: boolean;
  /** A file name whose ending says the format, or a format; null keeps nothing. */
  readonly save_results_as: string | null;
  /** How many runs keep their file. */
  readonly keep_last: number;
}

const DEFAULT_KEEP_LAST = 30;
const MAX_SQL = 1_000_000;
const OF_TEXT = { field: 'source', is: ['text'] };

const given = z.strictObject({
  source: oneOf({ text: 'SQL text', saved: 'Saved query' }, 'text', { label: 'Query' }).optional(),
  query_id: textOrNull(200, {
    ...{ label: 'Saved query', field: 'choice', needed: true, placeholder: 'Choose a saved query' },
    ...{ missing: 'Choose a saved query.', empty: 'You have no saved queries on this connection.' },
    help: 'One of your own. Each run uses the query as it is saved at that time, and can only read.',
    shown_if: { field: 'source', is: ['saved'] },
  }),
  sql: textOrNull(MAX_SQL, {
    ...{ label: 'SQL', field: 'sql', needed: true, missing: 'Enter the SQL to run.', shown_if: OF_TEXT },
  }),
  read_only: flag(true, {
    ...{ label: 'Allow writes', inverted: true, shown_if: OF_TEXT },
    offer: { code: 'writes-not-allowed', text: 'This job can only read. Allow writes, or change the SQL.' },
  }),
  save_results_as: textOrNull(100, {
    ...{ label: 'Save results as', field: 'path', width: 'half' },
    help: 'report.csv, .json, .ndjson or .parquet',
  }),
  keep_last: count<number>(DEFAULT_KEEP_LAST, 1, 10_000, {
    ...{ label: 'Keep last', help: `Default: ${DEFAULT_KEEP_LAST}`, width: 'half' },
  }),
});

type Given = z.infer<typeof given>;

/** A job has a text or a saved query. One with a saved query can only read: others than its maker may change the text. */
export const querySettings: z.ZodType<QuerySettings> = given
  .superRefine((settings, context) => {
    const issue = (name: keyof Given, message: string): void => {
      context.addIssue({ code: 'custom', path: [name], message });
    };
    if (!isSaved(settings)) {
      if (!/\S/.test(settings.sql ?? '')) issue('sql', textFault(settings.sql, MAX_SQL));
      return;
    }
    if (settings.query_id === null) issue('query_id', 'must name a saved query');
    if (settings.sql !== null) issue('sql', 'must be left out where the job runs a saved query');
    if (!settings.read_only) issue('read_only', 'must be true where the job runs a saved query');
  })
  .transform(({ query_id: queryId, source: _, ...settings }): QuerySettings => {
    return queryId === null ? settings : { ...settings, source: 'saved', query_id: queryId };
  });

function isSaved({ source, query_id: queryId }: Given): boolean {
  return source === 'saved' || queryId !== null;
}
