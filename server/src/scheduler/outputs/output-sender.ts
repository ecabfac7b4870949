import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Actor } from '#libs/access';
import { Clock, EventBus, Problem, State } from '../../platform/index.js';
import { JobOutputRecord } from '../runs/job-run.entity.js';
import { SchedulerQueries } from '../scheduler.queries.js';
import { tarOf } from './tar-of.js';

/** Sends what runs left. */
@Injectable()
export class OutputSender {
  constructor(
    private readonly queries: SchedulerQueries,
    private readonly state: State,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes an output into a response. Throws `job-run-not-found`, and `output-not-found` where it is not kept any more or
   * its file is gone, of which note is taken. A failure after the first byte destroys the response.
   */
  async send(actor: Actor, runId: string, name: string, response: Response): Promise<void> {
    const output = await this.queries.output(actor, runId, name);
    const found = await lstat(output.path).catch(() => null);
    if (found === null || found.isSymbolicLink()) {
      await this.noteGone(output);
      throw new Problem('output-not-found', 'The file was removed from its folder. Run the job again.');
    }
    await this.noteDownload(actor, output);
    const fileName = found.isDirectory() ? `${name}.tar` : name;
    response.setHeader('Content-Type', 'application/octet-stream');
    response.setHeader('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`);
    response.setHeader('X-Content-SHA256', output.sha256);
    if (!found.isDirectory()) response.setHeader('Content-Length', found.size);
    const source = found.isDirectory() ? tarOf(output.path, name) : createReadStream(output.path);
    await pipeline(source, response).catch(() => response.destroy());
  }

  private async noteGone({ id }: JobOutputRecord): Promise<void> {
    await this.state.transaction((manager) => manager.update(JobOutputRecord, id, { removedAt: this.clock.now() }));
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
