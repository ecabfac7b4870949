import { randomUUID } from 'node:crypto';
import type { Actor } from '#libs/access';
import type { JobProgress } from '#libs/api';
import type { JobContext, JobKind, OutputDetails, OutputInPlace } from '../job-kind.js';
import type { JobRunFields } from './job-run.entity.js';
import type { JobFields } from '../job.entity.js';
import { RunLog } from './run-log.js';

/** Why a run is made to stop. */
export type StopReason =
  | { readonly kind: 'cancelled'; readonly by: string }
  | { readonly kind: 'timed_out'; readonly afterS: number }
  | { readonly kind: 'connection_removed' }
  | { readonly kind: 'rights_lost'; readonly loss: string }
  | { readonly kind: 'shutdown' };

/** A file that is kept should the run end well, or that is kept already. */
export interface PendingOutput {
  /** Of its record. */
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly details: OutputDetails;
  /** Where it lies now; null where that is `path` already. */
  readonly file: string | null;
  readonly path: string;
  /** Whether it stays however the run ends. */
  readonly isKept: boolean;
}

/** What the runner does for a run's context. */
export interface RunHost {
  isoNow(): string;
  reserve(run: ActiveJobRun, paths: readonly string[]): Promise<void>;
  workFolder(run: ActiveJobRun): Promise<string>;
  keep(run: ActiveJobRun, file: string, name: string, details: OutputDetails): Promise<void>;
  keepNow(run: ActiveJobRun, output: PendingOutput): Promise<void>;
  reportProgress(run: ActiveJobRun): void;
}

/** A run that is going on. */
export class ActiveJobRun {
  readonly log: RunLog;
  outputs: PendingOutput[] = [];
  readonly partials = new Set<string>();
  readonly readConnections = new Set<string>();
  progress: JobProgress | null = null;
  stopReason: StopReason | null = null;
  /** The owner with the rights that the run began with; null before. */
  actor: Actor | null = null;
  /** Settles when the output that is being kept is written down, or cannot be. Never rejects. */
  keeping: Promise<void> = Promise.resolve();
  /** Resolves when it has ended and that is written down. */
  readonly ended: Promise<void>;
  private readonly abort = new AbortController();
  private resolveEnded: () => void = () => undefined;
  private workFolder: Promise<string> | null = null;

  constructor(
    readonly job: JobFields,
    readonly run: JobRunFields,
    readonly kind: JobKind,
    readonly startedAt: number,
    private readonly host: RunHost,
  ) {
    if (job.connectionId !== null) this.readConnections.add(job.connectionId);
    this.log = new RunLog(() => host.isoNow());
    this.ended = new Promise((resolve) => (this.resolveEnded = resolve));
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** Asks it to stop; the first reason is the one that is reported. */
  stop(reason: StopReason): void {
    if (this.stopReason !== null) return;
    this.stopReason = reason;
    this.abort.abort(new Error('The run was stopped.'));
  }

  end(): void {
    this.resolveEnded();
  }

  /** Adds an output, in the place of one with the same path. */
  addOutput(output: Omit<PendingOutput, 'id' | 'isKept'>): PendingOutput {
    const known = this.outputs.findIndex(({ path }) => path === output.path);
    const { id = randomUUID(), isKept = false } = this.outputs[known] ?? {};
    const added = { ...output, id, isKept };
    this.outputs.splice(known === -1 ? this.outputs.length : known, 1, added);
    return added;
  }

  /** An output has its record: it stays however the run ends. */
  noteKept({ id, path }: PendingOutput): void {
    this.partials.delete(path);
    this.outputs = this.outputs.map((one) => (one.id === id ? { ...one, isKept: true } : one));
  }

  private addInPlace({ details = {}, ...output }: OutputInPlace): PendingOutput {
    return this.addOutput({ ...output, details, file: null });
  }

  context(actor: Actor): JobContext {
    const { job, run, host } = this;
    return {
      actor,
      jobId: job.id,
      jobName: job.name,
      connectionId: job.connectionId,
      runId: run.id,
      settings: job.settings,
      startedAt: this.startedAt,
      signal: this.signal,
      log: (text, level) => {
        this.log.add(text, level);
        host.reportProgress(this);
      },
      progress: (progress) => {
        this.progress = progress;
        host.reportProgress(this);
      },
      noteRead: (ids) => {
        for (const id of ids) this.readConnections.add(id);
      },
      timeoutS: this.job.timeoutS,
      workFolder: () => (this.workFolder ??= host.workFolder(this)),
      reserve: (paths) => host.reserve(this, paths),
      keep: (file, name, details = {}) => host.keep(this, file, name, details),
      keepInPlace: (output) => void this.addInPlace(output),
      keepNow: (output) => host.keepNow(this, this.addInPlace(output)),
    };
  }
}
