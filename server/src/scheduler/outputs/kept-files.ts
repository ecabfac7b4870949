import type { Stats } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { Problem } from '../../platform/index.js';
import type { JobOutputRecord } from '../runs/job-run.entity.js';
import { MissingOutputs } from './missing-outputs.js';
import { OutputStore } from './output-store.js';

/** Finds the files of outputs, for everything that reads them. */
@Injectable()
export class KeptFiles {
  constructor(
    private readonly store: OutputStore,
    private readonly missing: MissingOutputs,
  ) {}

  /**
   * The file or folder of an output. Throws `output-not-found` where it is missing, which is noted, or a link, and
   * `output-unavailable` where its folder cannot be read.
   */
  async find(output: JobOutputRecord): Promise<Stats> {
    const found = await this.store.find(output.path);
    if (found === null) {
      await this.missing.note(output);
      throw new Problem('output-not-found', 'The file was removed from its folder. Run the job again.');
    }
    if (found.isSymbolicLink()) throw new Problem('output-not-found', 'A symbolic link has replaced the file.');
    await this.missing.restore(output);
    return found;
  }
}
