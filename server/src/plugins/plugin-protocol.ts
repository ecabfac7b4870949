import type { JobLogLine, JobProgress, PluginJobInfo } from '#libs/api';

/** The version of the interface that plugins are written for. */
export const PLUGIN_API_VERSION = 1;

/** What the workbench sends to a plugin's process. */
export type ToPlugin =
  | { readonly kind: 'list' }
  | { readonly kind: 'run'; readonly job: string; readonly run: PluginRun }
  | { readonly kind: 'stop' }
  | { readonly kind: 'answer'; readonly id: number; readonly rows?: PluginRows; readonly error?: string };

/** What a plugin's process sends to the workbench. */
export type FromPlugin =
  | { readonly kind: 'jobs'; readonly jobs: readonly PluginJobInfo[] }
  | { readonly kind: 'failed'; readonly message: string; readonly stack: string }
  | { readonly kind: 'done' }
  | { readonly kind: 'log'; readonly text: string; readonly level: JobLogLine['level'] }
  | { readonly kind: 'progress'; readonly progress: JobProgress }
  | { readonly kind: 'output'; readonly name: string }
  | {
      readonly kind: 'query';
      readonly id: number;
      readonly connectionId: string;
      readonly sql: string;
      readonly readOnly: boolean;
    };

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
