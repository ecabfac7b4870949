import { readdirSync } from 'node:fs';
import { z } from 'zod';
import type { JobWork } from '#libs/access';
import type { Type } from '@nestjs/common';
import type { Job, JobInput, JobRun, JobRunDetails, JobRunList } from '#libs/api';
import type { EventMap, EventName } from '#libs/events';
import type { ProblemDocument } from '#libs/problem';
import type { TestDatabase } from '../../connections/engines/postgres/testing/test-database.js';
import { Clock, EventBus, State } from '../../platform/index.js';
import { TestWorkbench } from '../../platform/testing/test-workbench.js';
import { eventually } from '../../platform/testing/eventually.js';
import type { JobContext, JobKind } from '../job-kind.js';
import { JobRecord } from '../job.entity.js';
import { JobKinds } from '../job-kinds.js';
import { SchedulerLoop } from '../scheduler-loop.js';
import { SchedulerModule } from '../scheduler.module.js';

export const EVERY_HOUR = { type: 'interval', every: 1, unit: 'hours' } as const;

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

/** How a workbench of jobs for tests differs from a usual one. */
export interface SchedulerAppOptions {
  readonly database?: TestDatabase;
  readonly features?: readonly Type[];
  readonly env?: Readonly<Record<string, string>>;
  readonly home?: string;
}

/** A kind whose runs do what a test says: it stands in the place of plugins. */
export class ScriptedKind implements JobKind {
  readonly name = 'plugin';
  readonly order = 70;
  readonly label: string = 'Scripted';
  readonly icon = 'plug';
  readonly settings: z.ZodType<object> = z.looseObject({});
  readonly access: JobKind['access'] = null;
  readonly suggestedCron = '0 0 * * *';
  readonly defaultTimeoutS = 60;
  readonly defaultMissed = 'skip';
  readonly begun: string[] = [];
  work: (context: JobContext) => Promise<void> = () => Promise.resolve();
  check: () => Promise<void> = () => Promise.resolve();

  workOf(): JobWork {
    return 'read-data';
  }

  describe(): string {
    return 'scripted';
  }

  keepLast(): number {
    return 2;
  }

  run(context: JobContext): Promise<void> {
    this.begun.push(context.runId);
    return this.work(context);
  }
}

/** A workbench of jobs, on a port and in a folder of its own. */
export class SchedulerApp {
  readonly scripted = new ScriptedKind();
  private readonly shift = { ms: 0 };

  private constructor(readonly workbench: TestWorkbench) {
    const clock = this.get(Clock);
    clock.now = () => Date.now() + this.shift.ms;
  }

  static async start({
    database,
    features = [SchedulerModule],
    env = {},
    home,
  }: SchedulerAppOptions = {}): Promise<SchedulerApp> {
    const connections = `connections:\n${database === undefined ? '' : postgresLine(database)}  - { id: gone, name: Gone, kind: postgres, host: 127.0.0.1, port: 1, database: x, user: x }
  - { id: duck, name: Lake, kind: duckdb, path: ./a.duckdb }
`;
    const workbench = await TestWorkbench.start({
      features,
      connections,
      env,
      ...(home === undefined ? {} : { home }),
    });
    return new SchedulerApp(workbench);
  }

  get home(): string {
    return this.workbench.home;
  }

  get<T>(type: Type<T>): T {
    return this.workbench.app.get(type, { strict: false });
  }

  /** Has runs of the kind `plugin` do what the test says. */
  useScriptedKind(): ScriptedKind {
    this.get(JobKinds).register(this.scripted);
    return this.scripted;
  }

  /** Sets the clock to another time; it goes on from there. */
  setClock(iso: string): void {
    this.shift.ms = Date.parse(iso) - Date.now();
  }

  advance(ms: number): void {
    this.shift.ms += ms;
  }

  now(): number {
    return Date.now() + this.shift.ms;
  }

  /** Claims what is due, and what is claimed meanwhile by the loop itself. */
  async tick(): Promise<void> {
    const loop = this.get(SchedulerLoop);
    await loop.tick();
    await loop.tick();
  }

  async send<T = ProblemDocument>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const init =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
    const response = await fetch(new URL(path, await this.workbench.app.getUrl()), { method, ...init });
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.includes('json') ?? false;
    return { status: response.status, body: (isJson ? JSON.parse(text) : text) as T };
  }

  /** Makes a job, which has to succeed. */
  async create(kind: string, input: Partial<JobInput> = {}): Promise<Job> {
    const { status, body } = await this.send<Job>('POST', `/api/scheduler/jobs/${kind}`, {
      ...{ name: `a ${kind}`, trigger: EVERY_HOUR, settings: {} },
      ...input,
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body;
  }

  async job(id: string): Promise<Job> {
    return (await this.send<Job>('GET', `/api/scheduler/jobs/${id}`)).body;
  }

  /** Puts settings in a job that it could not be given, as an earlier version has left them. */
  async useSettings(id: string, settings: Record<string, unknown>): Promise<void> {
    await this.get(State).manager.update(JobRecord, id, { settings });
  }

  async runs(id: string): Promise<JobRun[]> {
    return (await this.send<JobRunList>('GET', `/api/scheduler/jobs/${id}/runs`)).body.runs;
  }

  /** Runs a job by hand and answers its run once that has ended. */
  async runNow(id: string): Promise<JobRunDetails> {
    const { status, body } = await this.send<JobRun>('POST', `/api/scheduler/jobs/${id}/run`);
    if (status !== 202) throw new Error(JSON.stringify(body));
    return this.ended(body.id);
  }

  async ended(runId: string): Promise<JobRunDetails> {
    return this.until(async () => {
      const { body } = await this.send<JobRunDetails>('GET', `/api/scheduler/runs/${runId}`);
      return body.status === 'queued' || body.status === 'running' ? null : body;
    });
  }

  /** Asks again and again until there is an answer. */
  async until<T>(ask: () => Promise<T | null> | T | null): Promise<T> {
    return (await eventually(ask, (answer) => answer !== null)) as T;
  }

  /** Everything in a folder of the state directory, by its path in it. */
  files(folder: string): string[] {
    try {
      return readdirSync(`${this.home}/${folder}`, { recursive: true }).map(String).sort();
    } catch {
      return [];
    }
  }

  heard<N extends EventName>(name: N): EventMap[N][] {
    const payloads: EventMap[N][] = [];
    this.get(EventBus).subscribe(name, (payload) => payloads.push(payload));
    return payloads;
  }

  stop(options?: { keepHome: boolean }): Promise<void> {
    return this.workbench.stop(options);
  }
}

function postgresLine({ config }: TestDatabase): string {
  const { host, port, user, password, database } = config;
  return `  - { id: db, name: Shop, kind: postgres, host: ${host}, port: ${port}, database: ${database}, user: ${user}, password: "${password ?? ''}" }\n`;
}
