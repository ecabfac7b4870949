import { Injectable } from '@nestjs/common';
import type { JobRunStatus } from '#libs/api';
import type { JobRunEvent } from '#libs/events';
import { ConnectionsQueries } from '../../connections/index.js';
import { EventBus } from '../../platform/index.js';
import type { JobEventName } from '../job-kind.js';
import { JobKinds } from '../job-kinds.js';
import { hrefOf, isoOf } from '../job-views.js';
import type { JobFields } from '../job.entity.js';
import type { ActiveJobRun, PendingOutput } from './active-job-run.js';
import type { JobRunFields } from './job-run.entity.js';
import type { RunEnd } from './run-store.js';
import { quantityText, runTitle } from './run-words.js';

/** Publishes how runs go on and how they end. */
@Injectable()
export class JobRunEvents {
  constructor(
    private readonly events: EventBus,
    private readonly kinds: JobKinds,
    private readonly connections: ConnectionsQueries,
  ) {}

  /** Notifies browsers of a run's status and, where it is `active`, of its progress. */
  publishChange(run: JobRunFields, status: JobRunStatus, active: ActiveJobRun | null): void {
    this.events.publish('scheduler.run_changed', {
      job_id: run.jobId,
      run_id: run.id,
      owner_id: run.ownerId,
      connection_id: run.connectionId,
      status,
      progress: active?.progress ?? null,
    });
  }

  /** Publishes the end of a run: the event of any job, the event of its kind where there is one, and the change. */
  publishEnd(job: JobFields | null, run: JobRunFields, end: RunEnd, outputs: readonly PendingOrKept[]): void {
    const isGood = end.status === 'success';
    const event = this.eventOf(job, run, end, outputs);
    const own = this.kinds.find(run.kind)?.events;
    const names: JobEventName[] = isGood ? ['scheduler.job.success'] : ['scheduler.job.error'];
    if (own !== undefined) names.push(isGood ? own.success : own.error);
    for (const name of names) {
      const isOwn = name === own?.success || name === own?.error;
      this.events.publish(name, isOwn ? this.withOwnTitle(event) : event);
    }
    this.publishChange(run, end.status, null);
  }

  private eventOf(
    job: JobFields | null,
    run: JobRunFields,
    { status, error, cancelledBy, durationMs }: RunEnd,
    outputs: readonly PendingOrKept[],
  ): JobRunEvent {
    const isGood = status === 'success';
    const connectionName = this.connectionName(run.connectionId);
    const isCancelled = cancelledBy !== null;
    const outcome = isGood ? 'succeeded' : isCancelled ? 'cancelled' : status === 'skipped' ? 'skipped' : 'failed';
    return {
      job_id: run.jobId,
      job_name: run.jobName,
      kind: run.kind,
      run_id: run.id,
      owner_id: run.ownerId,
      connection_id: run.connectionId,
      connection_name: connectionName,
      read_connections: run.readConnections ?? [],
      status: EVENT_STATUS[status],
      trigger: run.cause,
      scheduled_for: run.slot === null ? null : isoOf(run.slot),
      started_at: isoOf(run.startedAt ?? run.queuedAt),
      duration_ms: durationMs ?? 0,
      error,
      cancelled_by: cancelledBy,
      outputs: outputs.map(({ name, bytes }) => ({ name, bytes, href: hrefOf({ runId: run.id, name }) })),
      title: runTitle(`Job ${outcome}`, run.jobName, connectionName),
      message: error ?? `It took ${quantityText(durationMs ?? 0)}.`,
      notify: isGood ? (job?.notifiesSuccess ?? false) : !isCancelled && (job?.notifiesError ?? true),
    };
  }

  private withOwnTitle(event: JobRunEvent): JobRunEvent {
    const titles = this.kinds.find(event.kind)?.eventTitles;
    if (titles === undefined) return event;
    const ended = event.cancelled_by === null ? titles.error : titles.cancelled;
    const words = event.status === 'success' ? titles.success : ended;
    return { ...event, title: runTitle(words, event.job_name, event.connection_name) };
  }

  private connectionName(connectionId: string | null): string | null {
    return connectionId === null ? null : this.connections.nameOf(connectionId);
  }
}

/** Maps a run's status to the status of its event. */
const EVENT_STATUS: Readonly<Record<JobRunStatus, JobRunEvent['status']>> = {
  ...{ success: 'success', timed_out: 'timed_out', skipped: 'skipped' },
  ...{ error: 'error', interrupted: 'error', queued: 'error', running: 'error' },
};

type PendingOrKept = Pick<PendingOutput, 'name' | 'bytes'>;
