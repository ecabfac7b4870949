import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from 'nestjs-pino';
import { dropStateDatabaseOf, isOnPostgres, stateDatabaseOf } from './state-database.js';
import { AnswerCheck } from './answer-check.js';
import { forgetLogger } from './fresh-logger.js';
import { placeMigratedState } from './migrated-state.js';
import {
  LeanExpressAdapter,
  PlatformModule,
  childSettings,
  configureChildren,
  configureHttp,
  readConfig,
} from '../index.js';

/** A test sends more requests in a second than a person. */
const WITHOUT_REQUEST_LIMIT = { WORKBENCH_PERSON_REQUESTS_PER_SECOND: '0' };

/** How child processes run without a workbench. */
const CHILDREN_ALONE = { confinement: 'auto', recordFolder: null } as const;

/** How a workbench for tests differs from a real one. */
export interface TestWorkbenchOptions {
  /** The features under test. */
  readonly features: readonly Type[];
  /** The configuration file's text, or null for none. */
  readonly connections?: string | null;
  readonly logLevel?: 'trace' | 'silent';
  /** More of the environment; with a `PORT` that is where it listens, else anywhere. */
  readonly env?: Readonly<Record<string, string>>;
  /** A state directory to start in; left out, a new one. */
  readonly home?: string;
}

/** Some features on the real platform, on a port and in a folder of their own. */
export class TestWorkbench {
  private constructor(
    readonly app: NestExpressApplication,
    readonly home: string,
  ) {}

  static async start({
    features,
    connections = null,
    logLevel = 'silent',
    env = {},
    home: given,
  }: TestWorkbenchOptions): Promise<TestWorkbench> {
    const home = given ?? (await newHome(!isOnPostgres() && env.STATE_DATABASE_URL === undefined));
    if (connections !== null) writeFileSync(join(home, 'connections.yaml'), connections);
    const state = await stateDatabaseOf(home);
    const own = { WORKBENCH_HOME: home, PORT: '0', LOG_LEVEL: logLevel, ...WITHOUT_REQUEST_LIMIT };
    const reading = readConfig({ ...own, ...state, ...env }, home);
    if (reading.kind === 'invalid') throw new Error(reading.mistakes.join());
    @Module({ imports: [PlatformModule.with(reading.config), ...features] })
    class TestModule {}
    forgetLogger();
    const options = { bodyParser: false, bufferLogs: true };
    const app = await NestFactory.create<NestExpressApplication>(TestModule, new LeanExpressAdapter(), options);
    app.useLogger(app.get(Logger));
    app.useGlobalInterceptors(new AnswerCheck());
    await configureHttp(app, reading.config);
    await app.listen(reading.config.port, '127.0.0.1');
    return new TestWorkbench(app, home);
  }

  /** Stops it and takes its folder away, unless that is to be started in again. */
  async stop({ keepHome = false } = {}): Promise<void> {
    await this.app.close();
    if (keepHome) return;
    await dropStateDatabaseOf(this.home);
    rmSync(this.home, { recursive: true, force: true });
    // Children of the next test must not be recorded in a folder that is gone.
    if (childSettings().recordFolder?.startsWith(this.home)) configureChildren(CHILDREN_ALONE);
  }
}

/** A state directory of its own. */
async function newHome(isOnSqlite: boolean): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'test-workbench-'));
  if (isOnSqlite) await placeMigratedState(home);
  return home;
}
