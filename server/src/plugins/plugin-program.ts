/**
 * The process in which one plugin runs. It knows nothing of the workbench but this line: a plugin that throws, loops or
 * exits ends its own process alone.
 */
import { Socket } from 'node:net';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { FromPlugin, PluginRows, PluginRun, ToPlugin } from './plugin-protocol.js';

interface RegisteredJob {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly needsConnection?: boolean;
  readonly needsNetwork?: boolean;
  readonly run: (context: object) => unknown;
}

const API_VERSION = 1;
const NAME = /^[a-z][a-z0-9-]{0,62}$/;
const jobs = new Map<string, RegisteredJob>();
const stopping = new AbortController();
const waiting = new Map<number, { resolve(rows: PluginRows): void; reject(error: Error): void }>();
let queries = 0;

/** As `PLUGIN_LINE_FD`; only types are imported, so that this process loads nothing else. */
const line = new Socket({ fd: 3, readable: true, writable: true });

function send(message: FromPlugin): void {
  line.write(`${JSON.stringify(message)}\n`);
}

/** Takes the jobs of the plugin; the only thing that a plugin is given when it is loaded. */
function register(given: { readonly version?: unknown; readonly jobs?: unknown }): void {
  if ((given.version ?? API_VERSION) !== API_VERSION)
    throw new Error(`This workbench supports version ${API_VERSION}.`);
  if (!Array.isArray(given.jobs)) throw new Error('register takes { jobs: [...] }.');
  for (const job of given.jobs as RegisteredJob[]) {
    if (!NAME.test(job.name)) throw new Error(`${JSON.stringify(job.name)} is no name of a job: a-z, 0-9 and -.`);
    if (typeof job.run !== 'function') throw new Error(`The job ${job.name} has no run.`);
    for (const words of ['title', 'description'] as const)
      if (job[words] !== undefined && typeof job[words] !== 'string')
        throw new Error(`The ${words} of the job ${job.name} is no text.`);
    jobs.set(job.name, job);
  }
}

function contextOf(run: PluginRun): object {
  const connection = (connectionId: unknown) => ({
    query: (sql: unknown, { readOnly = true }: { readOnly?: unknown } = {}) =>
      new Promise<PluginRows>((resolve, reject) => {
        if (typeof connectionId !== 'string') {
          reject(new Error('connection takes the ID of a connection, and was given none. The job may need one.'));
          return;
        }
        queries += 1;
        waiting.set(queries, { resolve, reject });
        send({ kind: 'query', id: queries, connectionId, sql: String(sql), readOnly: Boolean(readOnly) });
      }),
  });
  return {
    ...{ runId: run.runId, jobName: run.jobName, connectionId: run.connectionId, options: run.options },
    signal: stopping.signal,
    log: (text: unknown) => send({ kind: 'log', text: String(text), level: 'info' }),
    warn: (text: unknown) => send({ kind: 'log', text: String(text), level: 'warn' }),
    progress: (done: unknown, total: unknown = null) =>
      send({
        kind: 'progress',
        progress: { done: finite(done), total: total === null ? null : finite(total), unit: 'steps' },
      }),
    connection,
    output: (name: unknown) => {
      const safe = basename(String(name));
      send({ kind: 'output', name: safe });
      return join(run.folder, safe);
    },
  };
}

function finite(given: unknown): number {
  const number = Number(given);
  if (!Number.isFinite(number)) throw new TypeError(`progress takes numbers, and was given ${String(given)}.`);
  return number;
}

async function load(): Promise<void> {
  const module = (await import(pathToFileURL(process.argv[2] ?? '').href)) as { default?: unknown };
  if (typeof module.default !== 'function') throw new Error('A plugin has a default export: ({ register }) => { … }.');
  await (module.default as (api: object) => unknown)({ register, version: API_VERSION });
}

async function answer(text: string): Promise<void> {
  try {
    await take(JSON.parse(text) as ToPlugin);
  } catch (error: unknown) {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    send({ kind: 'failed', message: error instanceof Error ? error.message : String(error), stack });
  }
}

async function take(message: ToPlugin): Promise<void> {
  if (message.kind === 'stop') {
    stopping.abort();
    return;
  }
  if (message.kind === 'answer') {
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.rows === undefined) asked?.reject(new Error(message.error ?? 'The query failed.'));
    else asked?.resolve(message.rows);
    return;
  }
  await load();
  if (message.kind === 'list') {
    const described = [...jobs.values()].map(({ name, title, description, needsConnection, needsNetwork }) => ({
      ...{ name, title: title ?? name, description: description ?? '' },
      ...{ needs_connection: needsConnection ?? false, needs_network: needsNetwork ?? false },
    }));
    send({ kind: 'jobs', jobs: described });
    return;
  }
  const job = jobs.get(message.job);
  if (job === undefined) throw new Error(`The plugin has no job ${message.job}.`);
  await job.run(contextOf(message.run));
  // A promise that was rejected and not awaited ends this process before the next turn.
  await new Promise((resolve) => setImmediate(resolve));
  send({ kind: 'done' });
}

createInterface({ input: line }).on('line', (text) => void answer(text));
line.on('error', () => process.exit()).on('close', () => process.exit());
