import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import type { Actor, JobWork } from '#libs/access';
import type { PluginInfo, PluginJobInfo, ResultRow } from '#libs/api';
import type { FieldChoice } from '#libs/forms';
import { charactersOf } from '#libs/results';
import { Problem, ifMissing } from '../platform/index.js';
import {
  DatabaseWork,
  JobFailure,
  JobKinds,
  anyObject,
  firstLineWithoutPaths,
  flag,
  loggingSink,
  text,
  textOrNull,
} from '../scheduler/index.js';
import type { JobContext, JobKind } from '../scheduler/index.js';
import { PluginFolder, unreadable } from './plugin-folder.js';
import { PluginProcess } from './plugin-process.js';
import type { FromPlugin, PluginRows } from './plugin-protocol.js';

export interface PluginSettings {
  readonly plugin: string;
  readonly job: string;
  readonly options: object;
  /** The plugin reaches other machines by itself; the default is that it does not, where processes are confined. */
  readonly network?: boolean;
  /** The job's own `connection_id` in jobs from before it was taken there. */
  readonly connection_id: string | null;
}

const settings = z.strictObject({
  plugin: text(63, {
    ...{ label: 'Plugin', field: 'choice', width: 'half', placeholder: 'Choose a plugin' },
    ...{ missing: 'Choose a plugin.', empty: 'No plugins installed.' },
  }),
  job: text(63, {
    ...{ label: 'Job of the plugin', field: 'choice', width: 'half', placeholder: 'Choose a job' },
    missing: 'Choose a job.',
  }),
  options: anyObject({ label: 'Options', help: 'A JSON object.', format: 'json', rows: 3, order: 1 }),
  network: flag(false, { label: 'Allow network access' }),
  // Not in the form: the job has a connection of its own.
  connection_id: textOrNull(200),
});

/** Rows that a plugin is given of one query, and their characters, which JSON may make six times as long; more belongs into a pipeline. */
const MOST_ROWS = 100_000;
const MOST_MEBIBYTES = 64;
const MOST_CHARACTERS = MOST_MEBIBYTES * 1024 * 1024;

/** Runs a job that a plugin registered. A plugin acts with its owner's rights and reaches databases through the workbench. */
@Injectable()
export class PluginKind implements JobKind<PluginSettings>, OnModuleInit {
  readonly name = 'plugin';
  readonly order = 70;
  readonly label = 'Plugin';
  readonly icon = 'plug';
  readonly settings = settings;
  readonly access = null;
  readonly suggestedCron = '*/15 * * * *';
  readonly isConnectionOptional = true;
  readonly isAdminsOnly = true;
  readonly defaultTimeoutS = 3600;
  readonly defaultMissed = 'skip';

  constructor(
    private readonly kinds: JobKinds,
    private readonly folder: PluginFolder,
    private readonly work: DatabaseWork,
  ) {}

  onModuleInit(): void {
    this.kinds.register(this);
  }

  async choices(): Promise<Record<string, FieldChoice[]>> {
    const usable = (await this.folder.list()).items.filter(({ jobs }) => jobs.length > 0);
    return {
      plugin: usable.map(({ name }) => ({ value: name, label: name })),
      job: usable.flatMap(jobChoices),
    };
  }

  async check(_actor: Actor, connectionId: string | null, settings: PluginSettings): Promise<void> {
    const { plugin, connection_id: within } = settings;
    const found = await this.folder.find(plugin);
    const errors: { pointer: string; detail: string }[] = [];
    if (within !== null && connectionId !== null && within !== connectionId) {
      const detail = 'the job names another connection: leave settings.connection_id out';
      errors.push({ pointer: '/settings/connection_id', detail });
    }
    if (found === null) errors.push({ pointer: '/settings/plugin', detail: `there is no plugin ${plugin}` });
    else if (found.error !== null) errors.push({ pointer: '/settings/plugin', detail: found.error });
    else errors.push(...jobMistakes(found.jobs, settings, connectionId ?? within));
    if (errors.length > 0) throw new Problem('validation-failed', errors[0]?.detail, { errors });
  }

  workOf(): JobWork {
    return 'run-code';
  }

  describe({ plugin, job }: PluginSettings): string {
    return `${plugin}/${job}`;
  }

  async run(context: JobContext<PluginSettings>): Promise<void> {
    const { settings, runId, jobName, signal } = context;
    const file = await this.folder.fileOf(settings.plugin).catch((error: unknown) => {
      throw new JobFailure(unreadable('folder of plugins', error), { cause: error });
    });
    if (file === null)
      throw new JobFailure(`The plugin ${settings.plugin} was removed. Choose another one, or put it back.`);
    const folder = await context.workFolder();
    const outputs = new Set<string>();
    const outcome = Promise.withResolvers<string | null>();
    const over = new AbortController();
    // What it asks of databases ends with it.
    const asking = { ...context, signal: AbortSignal.any([signal, over.signal]) };
    const connectionId = context.connectionId ?? settings.connection_id;
    const { network = false, job, options } = settings;
    const onMessage = (message: FromPlugin) => {
      if (message.kind === 'done') outcome.resolve(null);
      else if (message.kind === 'failed') {
        if (message.stack !== '') context.log(message.stack, 'error');
        outcome.resolve(message.message);
      } else if (message.kind === 'output') outputs.add(message.name);
      else this.serve(asking, plugin, message);
    };
    const { timeoutS } = context;
    const plugin = await PluginProcess.start({
      ...{ file, folder, hasNetwork: network, timeoutS, jobName, connectionId, onMessage },
    });
    void plugin.ended.then((words) => {
      if (plugin.errorOutput !== '') context.log(plugin.errorOutput, 'error');
      outcome.resolve(words);
    });
    const stop = () => plugin.stop();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      plugin.send({ kind: 'run', job, run: { runId, jobName, connectionId, options, folder } });
      const failure = await outcome.promise;
      if (failure !== null) throw new JobFailure(firstLineWithoutPaths(failure));
    } finally {
      signal.removeEventListener('abort', stop);
      plugin.kill();
      over.abort();
      // Nothing may change the files that are kept.
      await plugin.ended;
    }
    await this.keep(context, folder, outputs);
  }

  private serve(context: JobContext, plugin: PluginProcess, message: FromPlugin): void {
    if (message.kind === 'log') context.log(message.text, message.level === 'warn' ? 'warn' : 'info');
    if (message.kind === 'progress') context.progress(message.progress);
    if (message.kind !== 'query') return;
    const { id, connectionId, sql, readOnly } = message;
    this.query(context, connectionId, sql, readOnly).then(
      (rows) => plugin.send({ kind: 'answer', id, rows }),
      (error: unknown) =>
        plugin.send({ kind: 'answer', id, error: error instanceof Error ? error.message : String(error) }),
    );
  }

  private async query(context: JobContext, connectionId: string, sql: string, readOnly: boolean): Promise<PluginRows> {
    const { session } = await this.work.open(context, connectionId, readOnly);
    const excess = new AbortController();
    const signal = AbortSignal.any([context.signal, excess.signal]);
    const answer = new PluginAnswer((reason) => excess.abort(reason));
    try {
      const sink = loggingSink(context, (row) => answer.add(row));
      let columns: readonly string[] = [];
      sink.columns = (found) => (columns = found.map(({ name }) => name));
      const affectedRows = await this.work.run({ ...context, signal }, session, sql, sink);
      excess.signal.throwIfAborted();
      return { columns, rows: answer.rows, affectedRows };
    } catch (error) {
      throw excess.signal.aborted ? excess.signal.reason : error;
    } finally {
      await session.release();
    }
  }

  private async keep(context: JobContext, folder: string, outputs: ReadonlySet<string>): Promise<void> {
    for (const name of outputs) {
      const found = await lstat(join(folder, name))
        .catch(ifMissing(null))
        .catch((error: unknown) => {
          throw new JobFailure(unreadable(`output ${name}`, error), { cause: error });
        });
      if (found?.isFile() === true) await context.keep(join(folder, name), name);
      else context.log(`The output ${name} was not written.`, 'warn');
    }
  }
}

/** The rows of a query, as many as a plugin is given; then `stop` is called, once, with what to say. */
class PluginAnswer {
  readonly rows: ResultRow[] = [];
  private characters = 0;

  constructor(private readonly stop: (reason: JobFailure) => void) {}

  add(row: ResultRow): void {
    this.characters += charactersOf(row);
    if (this.characters > MOST_CHARACTERS) this.end(`The rows of the query have more than ${MOST_MEBIBYTES} MiB.`);
    else if (this.rows.length === MOST_ROWS) this.end(`The query has more than ${MOST_ROWS} rows.`);
    else this.rows.push(row);
  }

  private end(reason: string): void {
    this.rows.length = 0;
    this.characters = Infinity;
    this.stop(new JobFailure(reason));
  }
}

function jobChoices({ name, jobs }: PluginInfo): FieldChoice[] {
  const shownIf = { field: 'plugin', is: [name] };
  return jobs.map((job) => ({ value: job.name, label: job.title, shown_if: shownIf }));
}

function jobMistakes(
  jobs: readonly PluginJobInfo[],
  { job, network = false }: PluginSettings,
  connectionId: string | null,
): { pointer: string; detail: string }[] {
  const found = jobs.find(({ name }) => name === job);
  if (found === undefined) return [{ pointer: '/settings/job', detail: `the plugin has no job ${job}` }];
  if (found.needs_connection && connectionId === null)
    return [{ pointer: '/connection_id', detail: `the job ${job} needs a connection` }];
  if (!found.needs_network || network) return [];
  const detail = `the job ${job} reaches other machines: set network to true to allow that`;
  return [{ pointer: '/settings/network', detail }];
}
