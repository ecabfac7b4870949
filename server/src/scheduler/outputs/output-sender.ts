import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Actor } from '#libs/access';
import { EventBus, Problem, State } from '../../platform/index.js';
import type { JobOutputRecord } from '../runs/job-run.entity.js';
import { SchedulerQueries } from '../scheduler.queries.js';
import { MissingOutputs } from './missing-outputs.js';
import { OutputStore } from './output-store.js';
import { tarOf } from './tar-of.js';

/** Sends what runs left. */
@Injectable()
export class OutputSender {
  constructor(
    private readonly queries: SchedulerQueries,
    private readonly state: State,
    private readonly events: EventBus,
    private readonly store: OutputStore,
    private readonly missing: MissingOutputs,
  ) {}

  /**
   * Writes an output into a response. Throws `job-run-not-found`, `output-not-found` where it is no longer kept or its file
   * is missing, which is noted, and `output-unavailable` where its folder cannot be read. A failure after the first byte
   * destroys the response.
   */
  async send(actor: Actor, runId: string, name: string, response: Response): Promise<void> {
    const output = await this.queries.output(actor, runId, name);
    const found = await this.store.find(output.path);
    if (found === null) {
      await this.missing.note(output);
      throw new Problem('output-not-found', 'The file was removed from its folder. Run the job again.');
    }
    if (found.isSymbolicLink()) throw new Problem('output-not-found', 'A symbolic link has replaced the file.');
    await this.missing.restore(output);
    await this.noteDownload(actor, output);
    const fileName = found.isDirectory() ? `${name}.tar` : name;
    response.setHeader('Content-Type', 'application/octet-stream');
    response.setHeader('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`);
    response.setHeader('X-Content-SHA256', output.sha256);
    if (!found.isDirectory()) response.setHeader('Content-Length', found.size);
    const source = found.isDirectory() ? tarOf(output.path, name) : createReadStream(output.path);
    await pipeline(source, response).catch(() => response.destroy());
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
