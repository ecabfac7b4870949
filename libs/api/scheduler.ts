import type { FormField } from '../forms/index.js';
import type { Trigger } from '../triggers/index.js';
import type { ConnectionCapability } from './connections.js';

/** A file that a job's run left behind; `href` is a path of this workbench. */
export interface JobOutput {
  name: string;
  bytes: number;
  href: string;
  /** Whether a test restore verified the backup; absent where the job does no such restore. */
  verified?: boolean;
}

/** The name of a kind of jobs; `GET /api/scheduler/kinds` has them all. */
export type JobKindName = string;

/** What a kind of jobs is called and takes; `icon` is the name of an icon of the interface. */
export interface JobKindInfo {
  kind: JobKindName;
  label: string;
  icon: string;
  /** Whether its jobs have a connection. */
  connection: 'required' | 'optional' | 'none';
  /** What the connection must be able to do; null where any connection serves. */
  needs: ConnectionCapability | null;
  admins_only: boolean;
  /** The cron expression that the form of a new job starts with. */
  suggested_cron: string;
  default_missed: MissedPolicy;
  default_timeout_s: number;
  /** The fields of its settings. Choices that depend on what there is are only in the answer for the single kind. */
  fields: FormField[];
}

export interface JobKindList {
  items: JobKindInfo[];
  next_cursor: null;
}

/**
 * How a run stands. `queued`: claimed, and waiting for a free place; `skipped`: it was due and did not run, `error` says
 * why; `interrupted`: cut off by a person, named in `cancelled_by`, or by the end of the process.
 */
export type JobRunStatus = 'queued' | 'running' | 'success' | 'error' | 'skipped' | 'interrupted' | 'timed_out';

/** How far a run has come; `total` is null where it is unknown, and an estimate where it is taken from the run before. */
export interface JobProgress {
  done: number;
  total: number | null;
  unit: 'bytes' | 'rows' | 'tables' | 'blocks' | 'steps';
}

/** One line of what a run said. `at` is ISO 8601. */
export interface JobLogLine {
  at: string;
  level: 'info' | 'warn' | 'error';
  text: string;
}

/** A file that a run left and that is gone; `removed_at` is ISO 8601. */
export interface RemovedOutput {
  name: string;
  removed_at: string;
}

/** One run of a job; times are ISO 8601. */
export interface JobRun {
  id: string;
  job_id: string;
  job_name: string;
  kind: JobKindName;
  owner: JobOwner;
  connection_id: string | null;
  trigger: 'schedule' | 'manual';
  /** The slot it stands for; null for a run by hand. */
  scheduled_for: string | null;
  /** Slots before it that passed without a run. */
  missed_slots: number;
  queued_at: string;
  started_at: string | null;
  duration_ms: number | null;
  status: JobRunStatus;
  /** The name of the person who cancelled it, which is no failure; else null. */
  cancelled_by: string | null;
  error: string | null;
  outputs: JobOutput[];
  /** Files of the run that were removed since, by `keep_last` or outside of the workbench. */
  removed_outputs: RemovedOutput[];
  progress: JobProgress | null;
}

/** A run with what it said. */
export interface JobRunDetails extends JobRun {
  log: JobLogLine[];
  /** The log may repeat rows; it is left out for who may not query every connection that the run read. */
  log_hidden?: boolean;
}

/** What a list of jobs shows of a run that is over. */
export interface JobRunMark {
  id: string;
  status: JobRunStatus;
  /** A person cancelled it; else left out. */
  cancelled?: true;
  started_at: string;
  duration_ms: number;
}

export interface JobOwner {
  id: string;
  name: string;
}

export interface JobNotify {
  on_success: boolean;
  on_error: boolean;
}

/** What becomes of slots that passed while the workbench was not there: none of them runs, or the newest within a day. */
export type MissedPolicy = 'skip' | 'once';

/** A job as the API shows it. */
/** Why the workbench paused a job by itself. */
export type JobPauseReason = 'token_revoked';

export interface Job {
  id: string;
  kind: JobKindName;
  name: string;
  owner: JobOwner;
  connection_id: string | null;
  state: 'active' | 'paused';
  /** Null for a job that is active, and for one that a person or a program paused. */
  pause_reason: JobPauseReason | null;
  running: boolean;
  trigger: Trigger;
  trigger_text: string;
  next_run_at: string | null;
  last_run: JobRun | null;
  /** The newest runs that are over, oldest first, at most 20. */
  recent_runs: JobRunMark[];
  settings: Record<string, unknown>;
  /** Settings in a few words: `custom format, keep last 7`. */
  settings_text: string;
  notify: JobNotify;
  missed: MissedPolicy;
  /** Seconds after which a run is cut off. */
  timeout_s: number;
  created_at: string;
  updated_at: string;
  /** Only in the answer to creating or changing it: what could not be checked, a sentence each. */
  notices?: string[];
}

/** Body of `POST /api/scheduler/jobs/{kind}`. */
export interface JobInput {
  name: string;
  connection_id?: string | null;
  /** Left out only for `schema_watch`: daily at 06:00 UTC. */
  trigger?: Trigger;
  settings?: Record<string, unknown>;
  notify?: Partial<JobNotify>;
  missed?: MissedPolicy;
  timeout_s?: number;
}

/** Body of `PUT /api/scheduler/jobs/{id}`: what is left out stays. */
export type JobChange = Partial<Omit<JobInput, 'trigger'>>;

/** As `JobChange`. `expected`: what the change began with; 409 where the job has another connection or other settings. */
export interface JobUpdate extends JobChange {
  expected?: Pick<Job, 'connection_id' | 'settings'>;
}

/** What there is of all jobs that one may see, whatever the list is filtered by. */
export interface JobCounts {
  total: number;
  running: number;
  failing: number;
  paused: number;
}

export interface JobList {
  items: Job[];
  next_cursor: string | null;
  /** How many jobs the filter finds. */
  found: number;
  counts: JobCounts;
  owners: JobOwner[];
}

export interface JobRunList {
  runs: JobRun[];
  next_cursor: string | null;
}

/** Answer of `POST /api/scheduler/triggers/preview`. */
export interface TriggerPreview {
  text: string;
  /** ISO 8601, at most five. */
  next_runs: string[];
}

/** A job of a plugin that administrators may schedule. */
export interface PluginJobInfo {
  name: string;
  title: string;
  description: string;
  needs_connection: boolean;
  /** Whether it reaches other machines by itself: its jobs need `settings.network`. */
  needs_network: boolean;
}

/** A plugin that was found, or what keeps it from being used. */
export interface PluginInfo {
  name: string;
  jobs: PluginJobInfo[];
  error: string | null;
}

export interface PluginList {
  items: PluginInfo[];
  next_cursor: null;
  /** Where plugins are looked for. */
  folder: string;
}
