import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { PipelinePreview, PipelineTable } from '#libs/api';
import { jsonRowsQuery } from '#libs/pipelines';
import type { PipelineDefinition, PipelineFormat, PipelineInput, PipelineStep } from '#libs/pipelines';
import { WorkDatabase } from '../connections/index.js';
import { Problem, WORKBENCH_CONFIG } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';
import { JobFailure, countText, withoutFolders } from '../scheduler/index.js';
import type { WorkContext } from '../scheduler/index.js';
import { FileInputs } from './file-input.js';
import { PipelineParameters } from './pipeline-parameters.js';
import { QueryInputs } from './query-input.js';

/** What DuckDB may hold in memory; what is more is spilled to the run's folder. */
export const PIPELINE_MEMORY_MEBIBYTES = 1024;
const PREVIEW_ROWS = 100;

const COPY_OPTIONS: Readonly<Record<PipelineFormat, string>> = {
  parquet: 'FORMAT parquet',
  csv: 'FORMAT csv, HEADER true',
  json: 'FORMAT json, ARRAY true',
  ndjson: 'FORMAT json',
};

/** Writes a table into a file; answers with the number of its rows. */
async function copyTo(process: WorkDatabase, table: string, file: string, format: PipelineFormat) {
  const isJson = format === 'json' || format === 'ndjson';
  const described = isJson ? await process.run(`DESCRIBE SELECT * FROM "${table}"`) : [];
  const columns = described.map(([name, type]) => ({ name: String(name), type: String(type) }));
  return process.run(`COPY (${jsonRowsQuery(table, columns)}) TO '${file}' (${COPY_OPTIONS[format]})`);
}

/** An input where DuckDB can read it. */
interface Source {
  readonly name: string;
  /** Makes a table or a view of that name; answers with how it was read, where that was found out. */
  readonly load: (process: WorkDatabase) => Promise<readonly string[]>;
  /** Outside of the working folder; null inside. */
  readonly file: string | null;
}

/** A DuckDB with the inputs, and how each was read, by its name. */
interface OpenInputs {
  readonly process: WorkDatabase;
  readonly notes: ReadonlyMap<string, readonly string[]>;
}

/** A failure that belongs to one part of a pipeline. */
export class PartFailure extends JobFailure {
  constructor(
    readonly part: string,
    message: string,
  ) {
    super(`${part}: ${message}`);
  }
}

/** Brings the inputs of pipelines into DuckDB and runs their steps, rows streaming from file to file. */
@Injectable()
export class PipelineWork {
  constructor(
    private readonly queries: QueryInputs,
    private readonly files: FileInputs,
    private readonly parameters: PipelineParameters,
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
  ) {}

  /** Runs a pipeline in `folder`; answers its file and how many rows that has. Throws `PartFailure` with the part's name. */
  async run(
    context: WorkContext,
    pipelineId: string,
    definition: PipelineDefinition,
    folder: string,
  ): Promise<{ path: string; rows: number }> {
    const { process } = await this.open(context, pipelineId, definition.inputs, folder);
    try {
      let done = definition.inputs.length;
      const total = done + definition.steps.length + 1;
      const { from, format } = definition.output;
      // What is only written is not kept as a table before.
      const last = definition.steps.at(-1)?.name === from ? from : null;
      for (const step of definition.steps) {
        await this.step(context, process, step, step.name === last ? 'view' : 'table');
        if (step.name === last) break;
        const [count] = await process.run(`SELECT count(*) FROM "${step.name}"`);
        context.log(`${step.name}: ${countText(Number(count?.[0]), 'row')}`);
        context.progress({ done: (done += 1), total, unit: 'steps' });
      }
      const file = `out.${format}`;
      const [copied] = await inPart(last ?? 'output', copyTo(process, from, file, format));
      const rows = Number(copied?.[0] ?? 0);
      if (last !== null) context.log(`${last}: ${countText(rows, 'row')}`);
      return { path: join(folder, file), rows };
    } finally {
      process.kill();
    }
  }

  /** Makes every table up to `upTo`, which is the last where that is null, and shows it. Mistakes stand beside their part. */
  async preview(
    context: WorkContext,
    pipelineId: string,
    definition: PipelineDefinition,
    upTo: string | null,
    folder: string,
  ): Promise<PipelinePreview> {
    const parts = [...definition.inputs, ...definition.steps].map(({ name }) => name);
    const last = upTo === null ? parts.length - 1 : parts.indexOf(upTo);
    const inputs = definition.inputs.slice(0, last + 1);
    const steps = definition.steps.slice(0, Math.max(0, last + 1 - definition.inputs.length));
    const tables: PipelineTable[] = [];
    let process: WorkDatabase | null = null;
    try {
      const opened = await this.open(context, pipelineId, inputs, folder);
      process = opened.process;
      for (const { name } of inputs) tables.push(await tableOf(process, name, opened.notes.get(name)));
      for (const step of steps) {
        await this.step(context, process, step, 'table');
        tables.push(await tableOf(process, step.name));
      }
      const shown = tables.at(-1)?.name;
      const rows =
        shown === undefined
          ? []
          : await inPart(shown, process.run(`SELECT COLUMNS(*)::VARCHAR FROM "${shown}" LIMIT ${PREVIEW_ROWS}`));
      return { tables, rows: rows as (string | null)[][] };
    } catch (error) {
      if (!(error instanceof PartFailure)) throw error;
      const message = withoutFolders(error.message.slice(error.part.length + 2), [this.config.home]);
      const failed: PipelineTable = { name: error.part, columns: [], row_count: null, notes: [], error: message };
      return { tables: [...tables.filter(({ name }) => name !== error.part), failed], rows: [] };
    } finally {
      process?.kill();
    }
  }

  private async open(
    context: WorkContext,
    pipelineId: string,
    inputs: readonly PipelineInput[],
    folder: string,
  ): Promise<OpenInputs> {
    const sources: Source[] = [];
    for (const [place, input] of inputs.entries()) {
      sources.push(await inPart(input.name, this.source(context, pipelineId, input, folder, place)));
    }
    const readable = sources.flatMap(({ file }) => file ?? []);
    const { resultMaxBytes } = this.config;
    // Its inputs become tables, too.
    const maxBytes = (inputs.length + 1) * resultMaxBytes;
    const limits = { memoryMebibytes: PIPELINE_MEMORY_MEBIBYTES, maxBytes };
    const order = { purpose: 'pipeline', folder, readable, ...limits } as const;
    const process = await WorkDatabase.start(order, context.signal);
    try {
      const notes = new Map<string, readonly string[]>();
      for (const { name, load } of sources) notes.set(name, await inPart(name, load(process)));
      return { process, notes };
    } catch (error) {
      process.kill();
      throw error;
    }
  }

  private step(context: WorkContext, process: WorkDatabase, step: PipelineStep, kind: 'table' | 'view') {
    const { name, sql } = step;
    return inPart(name, this.explained(context, step, process.step(name, sql, kind)));
  }

  /** A database calls a parameter a mistake in the syntax. */
  private async explained<T>({ actor, signal }: WorkContext, part: PipelineInput | PipelineStep, work: Promise<T>) {
    try {
      return await work;
    } catch (error) {
      const refusal = signal.aborted ? null : await this.parameters.refusal(actor, part);
      throw refusal === null ? error : new JobFailure(refusal, { cause: error });
    }
  }

  private async source(
    context: WorkContext,
    pipelineId: string,
    input: PipelineInput,
    folder: string,
    place: number,
  ): Promise<Source> {
    const { name } = input;
    if (input.kind === 'query') {
      const { load } = await this.explained(context, input, this.queries.bring(context, input, folder, place));
      return { name, load: (process) => load(process).then(() => []), file: null };
    }
    const { path, load } = await this.files.find(context, pipelineId, input, folder, place);
    return { name, load, file: path };
  }
}

async function inPart<T>(part: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PartFailure) throw error;
    const isKnown = error instanceof Problem || error instanceof JobFailure || error instanceof Error;
    throw new PartFailure(part, isKnown ? error.message : String(error));
  }
}

async function tableOf(process: WorkDatabase, name: string, notes: readonly string[] = []): Promise<PipelineTable> {
  const columns = await inPart(
    name,
    process.run(`SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM "${name}")`),
  );
  const [count] = await inPart(name, process.run(`SELECT count(*) FROM "${name}"`));
  return {
    name,
    columns: columns.map(([column, type]) => ({ name: String(column), type: String(type) })),
    row_count: Number(count?.[0] ?? 0),
    notes: [...notes],
    error: null,
  };
}
