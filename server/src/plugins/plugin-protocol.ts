import { z } from 'zod';

/** The version of the interface that plugins are written for. */
export const PLUGIN_API_VERSION = 1;

/** Both sides send messages as lines of JSON over this file descriptor of the plugin's process. */
export const PLUGIN_LINE_FD = 3;

/** What the workbench sends to a plugin's process. */
export type ToPlugin =
  | { readonly kind: 'list' }
  | { readonly kind: 'run'; readonly job: string; readonly run: PluginRun }
  | { readonly kind: 'stop' }
  | { readonly kind: 'answer'; readonly id: number; readonly rows?: PluginRows; readonly error?: string };

const JOB = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  needs_connection: z.boolean(),
  needs_network: z.boolean(),
});

/** A file name without a folder: the process may not name another file of the workbench. */
const FILE_NAME = z.string().regex(/^(?!\.{1,2}$)[^/\\\0]{1,255}$/);

/** What a plugin's process sends to the workbench; it may send anything. */
export const FROM_PLUGIN = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('jobs'), jobs: z.array(JOB).max(1000) }),
  z.object({ kind: z.literal('failed'), message: z.string(), stack: z.string() }),
  z.object({ kind: z.literal('done') }),
  z.object({ kind: z.literal('log'), text: z.string(), level: z.enum(['info', 'warn']) }),
  z.object({
    kind: z.literal('progress'),
    progress: z.object({ done: z.number(), total: z.number().nullable(), unit: z.literal('steps') }),
  }),
  z.object({ kind: z.literal('output'), name: FILE_NAME }),
  z.object({
    kind: z.literal('query'),
    ...{ id: z.number(), connectionId: z.string(), sql: z.string(), readOnly: z.boolean() },
  }),
]);

export type FromPlugin = z.infer<typeof FROM_PLUGIN>;

export interface PluginRun {
  readonly runId: string;
  readonly jobName: string;
  readonly connectionId: string | null;
  readonly options: object;
  /** Where the plugin may write files. */
  readonly folder: string;
}

/** Rows as text, as the database printed them. */
export interface PluginRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly affectedRows: number | null;
}
