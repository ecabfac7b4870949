import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Actor } from '#libs/access';
import { EventBus, Problem, State, isRevoked } from '../../platform/index.js';
import { JobVisibility } from '../job-visibility.js';
import type { JobOutputRecord, JobRunRecord } from '../runs/job-run.entity.js';
import { SchedulerQueries } from '../scheduler.queries.js';
import { KeptFiles } from './kept-files.js';
import { tarOf } from './tar-of.js';

interface OutputRequest {
  readonly actor: Actor;
  readonly runId: string;
  readonly name: string;
  readonly response: Response;
}

/** Sends what runs left. */
@Injectable()
export class OutputSender {
  constructor(
    private readonly queries: SchedulerQueries,
    private readonly state: State,
    private readonly events: EventBus,
    private readonly visibility: JobVisibility,
    private readonly files: KeptFiles,
  ) {}

  /**
   * Writes an output into a response. Throws `job-run-not-found`, `output-not-found` where it is no longer kept or its file
   * is missing, which is noted, and `output-unavailable` where its folder cannot be read. A failure after the first byte,
   * or the loss of the right to the data, destroys the response.
   */
  async send(actor: Actor, runId: string, name: string, response: Response): Promise<void> {
    const run = await this.queries.findRun(actor, runId);
    const lost = new AbortController();
    const unsubscribe = this.onLoss(actor, run, () => lost.abort());
    try {
      await this.sendUntil(lost.signal, { actor, runId, name, response });
    } finally {
      unsubscribe();
    }
  }

  /** Calls `lose` once the actor may no longer have the data of a run, until the returned function is called. */
  private onLoss(actor: Actor, run: JobRunRecord, lose: () => void): () => void {
    const subscriptions = [
      this.events.subscribe('connection.access_changed', () => {
        if (!this.visibility.maySee(actor, run) || !this.visibility.mayReadData(actor, run)) lose();
      }),
      this.events.subscribe('access.revoked', (revoked) => {
        if (isRevoked(actor, revoked)) lose();
      }),
    ];
    return () => subscriptions.forEach((unsubscribe) => unsubscribe());
  }

  private async sendUntil(signal: AbortSignal, { actor, runId, name, response }: OutputRequest): Promise<void> {
    const output = await this.queries.output(actor, runId, name);
    const found = await this.files.find(output);
    if (signal.aborted) throw new Problem('output-not-found');
    await this.noteDownload(actor, output);
    const fileName = found.isDirectory() ? `${name}.tar` : name;
    response.setHeader('Content-Type', 'application/octet-stream');
    response.setHeader('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`);
    response.setHeader('X-Content-SHA256', output.sha256);
    if (!found.isDirectory()) response.setHeader('Content-Length', found.size);
    const source = found.isDirectory() ? tarOf(output.path, name) : createReadStream(output.path);
    await pipeline(source, response, { signal }).catch(() => response.destroy());
  }

  private async noteDownload(actor: Actor, output: JobOutputRecord): Promise<void> {
    const object = { kind: 'job_run', id: output.runId, name: output.name };
    const details = { job_id: output.jobId, bytes: output.bytes };
    await this.state.transaction(() => {
      this.events.publish('action.performed', { action: 'export.download', actor, outcome: 'done', object, details });
      return Promise.resolve();
    });
  }
}
