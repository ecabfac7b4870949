import type { z } from 'zod';
import type { Actor, ConnectionLevel, JobWork } from '#libs/access';
import type { ConnectionCapability, JobKindName, JobLogLine, JobProgress, MissedPolicy } from '#libs/api';
import type { EventName } from '#libs/events';
import type { FieldChoice } from '#libs/forms';
import type { Trigger } from '#libs/triggers';

/** Something that a job can do. A kind is one class, registered with `JobKinds` by the module that brings it. */
export interface JobKind<S extends object = object> {
  readonly name: JobKindName;
  /** Kinds are listed by it, the lowest first; kinds with the same order by when they were registered. */
  readonly order: number;
  /** Its name in the interface. */
  readonly label: string;
  /** The name of an icon of the interface. */
  readonly icon: string;
  /** Checks settings and fills in what was left out; its metadata describes the fields of the form. */
  readonly settings: z.ZodType<S>;
  /** What its owner must be able to do with the connection; null where it has none. */
  readonly access: Exclude<ConnectionLevel, 'none'> | null;
  /** What the connection itself must be able to do. */
  readonly needs?: CapabilityNeed;
  /** A job may have a connection although it needs none; of the other kinds without `access` it is refused. */
  readonly isConnectionOptional?: boolean;
  readonly isAdminsOnly?: boolean;
  /** The trigger of a job that is created without one. */
  readonly defaultTrigger?: Trigger;
  /** The cron expression that the form of a new job starts with. */
  readonly suggestedCron: string;
  /** What it does, which says what scopes a token needs for such a job. */
  workOf(settings: S): JobWork;
  /** Connections that it reads beside its own. Throws where `owner` (see `JobSettings`) may not see what names them. */
  readsFrom?(owner: Actor, settings: S): Promise<readonly string[]>;
  readonly defaultTimeoutS: number;
  readonly defaultMissed: MissedPolicy;
  /** Events beside those that every run ends with. */
  readonly events?: { readonly success: JobEventName; readonly error: JobEventName };
  /** What the titles of those events begin with. */
  readonly eventTitles?: { readonly success: string; readonly error: string; readonly cancelled: string };
  /** The choices of settings that depend on what there is, by the name of the setting. */
  choices?(owner: Actor): Promise<Readonly<Record<string, FieldChoice[]>>>;
  /**
   * What cannot be known from the settings alone. Throws the `Problem` that keeps `actor` from saving such a job of `owner`,
   * whose pipelines and saved queries the settings name.
   */
  check?(actor: Actor, connectionId: string | null, settings: S, owner: Actor): Promise<void>;
  /** Asked in the transaction that saves the job: throws where what the settings name is gone by now. */
  checkAgain?(settings: S, owner: Actor): Promise<void>;
  /**
   * What can be known of a job's runs before the first one, asked when its settings or its connection change: throws the
   * `Problem` that every run would end with, and answers what could not be checked, a sentence each.
   */
  judge?(actor: Actor, connectionId: string | null, settings: S, owner: Actor): Promise<readonly string[]>;
  /** Settings in a few words. */
  describe(settings: S): string;
  /** How many runs keep their outputs; null keeps all. Those of the newest good run always stay. */
  keepLast?(settings: S): number | null;
  /** Does the work. What it throws is the error of the run; `Problem`s and `JobFailure`s are reported in their own words. */
  run(context: JobContext<S>): Promise<void>;
}

/** A capability of a connection that jobs of a kind need, and why a connection without it is refused. */
export interface CapabilityNeed {
  readonly capability: ConnectionCapability;
  /** A sentence. */
  readonly refusal: string;
}

/** The events of runs: their payload is a `JobRunEvent`. */
export type JobEventName = Extract<
  EventName,
  'scheduler.job.success' | 'scheduler.job.error' | 'core.backup.completed' | 'core.backup.failed'
>;

/** What it takes to work with a database in an actor's name. */
export type WorkContext = Pick<JobContext, 'actor' | 'signal' | 'startedAt' | 'log' | 'progress' | 'noteRead'>;

/** What a run works with. */
export interface JobContext<S extends object = object> {
  /** In whose name it runs, with the rights of the moment at which it began. */
  readonly actor: Actor;
  readonly jobId: string;
  readonly jobName: string;
  readonly connectionId: string | null;
  readonly runId: string;
  readonly settings: S;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Seconds after which the run is stopped. */
  readonly timeoutS: number;
  /** Aborts when the run is cancelled, out of time, its connection is removed, or the workbench stops. */
  readonly signal: AbortSignal;
  log(text: string, level?: JobLogLine['level']): void;
  progress(progress: JobProgress): void;
  /** Takes note of connections whose rows it reads: only who may query them gets what the run leaves. */
  noteRead(connectionIds: readonly string[]): void;
  /** A private folder, removed when the run has ended. */
  workFolder(): Promise<string>;
  /** Says that files outside of the work folder may come to be: they are removed should the run not end well. */
  reserve(paths: readonly string[]): Promise<void>;
  /** Keeps a file of the work folder under a name of its own; it is to be had once the run has ended well. */
  keep(file: string, name: string, details?: OutputDetails): Promise<void>;
  /** Keeps what lies at its final, reserved place already. */
  keepInPlace(output: OutputInPlace): void;
  /**
   * Keeps what is whole and lies at its final, reserved place now, whatever becomes of the run, also where the workbench
   * ends. A later `keepInPlace` of the same path replaces its details.
   */
  keepNow(output: OutputInPlace): Promise<void>;
}

/** A whole file or folder at its final place. */
export interface OutputInPlace {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly details?: OutputDetails;
}

/**
 * What is known of an output beside its file. One with `lacks_proof` is not what its job has to keep: the newest one
 * without it stays, however many runs with it follow.
 */
export type OutputDetails = Readonly<Record<string, string | number | boolean | null>>;

/** Ends a run with words for people. */
export class JobFailure extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'JobFailure';
  }
}
