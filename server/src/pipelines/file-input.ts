import { stat, symlink } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { FILES_DEFAULTS, settingsOfFile } from '#libs/files';
import type { FileSettings } from '#libs/files';
import type { PipelineInput } from '#libs/pipelines';
import type { ScratchFile, WorkDatabase } from '../connections/index.js';
import { JobFailure, KeptFiles, SchedulerQueries, countText } from '../scheduler/index.js';
import type { WorkContext } from '../scheduler/index.js';
import { AllowedFolders } from '../studio/index.js';

/** A file of the server, and how DuckDB gets it from there. */
export interface FoundFile {
  /** The file itself, outside of the working folder. */
  readonly path: string;
  /** Answers with how the file is read, sentences for a person. */
  readonly load: (process: WorkDatabase) => Promise<readonly string[]>;
}

type FileInput = Exclude<PipelineInput, { readonly kind: 'query' }>;

interface InputFile {
  readonly path: string;
  readonly settings: FileSettings;
}

/** What makes a path a pattern of several files. */
const PATTERN = /[*?[\]]/;
const FORMATS: Readonly<Record<string, ScratchFile['format']>> = {
  ...{ '.csv': 'csv', '.txt': 'csv', '.tsv': 'tsv', '.parquet': 'parquet' },
  ...{ '.json': 'json', '.ndjson': 'ndjson', '.jsonl': 'ndjson' },
};
const FOUND_OUT = settingsOfFile('', FILES_DEFAULTS);
/** As the workbench writes CSV. */
const AS_WRITTEN: FileSettings = { ...FOUND_OUT, encoding: 'utf-8', header: true, delimiter: ',', quote: '"' };

/** Finds the files that are inputs, which DuckDB reads as it reads those of Files connections. */
@Injectable()
export class FileInputs {
  constructor(
    private readonly jobs: SchedulerQueries,
    private readonly kept: KeptFiles,
    private readonly folders: AllowedFolders,
  ) {}

  /** Throws what keeps the file from being read. */
  async find(
    context: WorkContext,
    pipelineId: string,
    input: FileInput,
    folder: string,
    place: number,
  ): Promise<FoundFile> {
    const { name } = input;
    const { path, settings } =
      input.kind === 'file'
        ? { path: await this.folders.real(input.path), settings: FOUND_OUT }
        : await this.outputOf(context, pipelineId, input.job_id);
    const format = FORMATS[extname(path).toLowerCase()];
    if (format === undefined)
      throw new JobFailure('A file must be CSV, TSV, JSON, NDJSON or Parquet, by its extension.');
    context.log(`${name}: ${countText((await stat(path)).size, 'byte')}`);
    const file = { path: await plainPath(path, folder, place), format, settings };
    const load = async (process: WorkDatabase): Promise<readonly string[]> => {
      const { notes, warnings } = await process.file(name, file);
      const all = [...notes, ...warnings];
      for (const note of all) context.log(`${name}: ${note}`);
      return all;
    };
    return { path, load };
  }

  /** The newest output of a job. A pipeline that reads what it made itself would grow with each run. */
  private async outputOf({ actor, noteRead }: WorkContext, pipelineId: string, jobId: string): Promise<InputFile> {
    const job = await this.jobs.get(actor, jobId);
    if (job.kind === 'pipeline' && job.settings.pipeline_id === pipelineId)
      throw new JobFailure('A pipeline cannot read its own output.');
    const [newest] = await this.jobs.newestOutputs(actor, jobId);
    if (newest === undefined) throw new JobFailure('The job has no output yet.');
    noteRead(await this.jobs.connectionsReadBy(actor, newest.runId));
    await this.kept.find(newest);
    return { path: newest.path, settings: newest.details.format === 'csv' ? AS_WRITTEN : FOUND_OUT };
  }
}

/**
 * A path that DuckDB does not take for a pattern: the path itself, or the name of a link in `folder`. Escaping would not
 * do, since DuckDB compares the escaped path with the ones that it may read.
 */
async function plainPath(path: string, folder: string, place: number): Promise<string> {
  if (!PATTERN.test(path)) return path;
  const link = `file-${place}${extname(path)}`;
  await symlink(path, join(folder, link));
  return link;
}
