import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApplication } from './application.js';
import { FirstAdministrator } from './auth/index.js';
import { DemoContents, createDemo } from './demo/index.js';
import type { Demo } from './demo/index.js';
import { HomeLock, readConfig, restrictNewFiles } from './platform/index.js';
import type { WorkbenchConfig } from './platform/index.js';

/** Longest time from SIGTERM to exit. */
const SHUTDOWN_LIMIT_MS = 20_000;
/** Requests that are still open after this are cut. */
const DRAIN_LIMIT_MS = 15_000;

/** Runs the workbench until a signal stops it. Exit code 2: the environment is wrong; 1: it could not start. */
export async function start(env: NodeJS.ProcessEnv, cwd: string): Promise<void> {
  const reading = readConfig(env, cwd);
  if (reading.kind === 'invalid') {
    process.stderr.write(`The workbench cannot start:\n${reading.mistakes.map((line) => `  - ${line}\n`).join('')}`);
    process.exitCode = 2;
    return;
  }
  restrictNewFiles();
  const lock = lockHome(reading.config.home);
  if (lock === null) return;
  const demo = createDemo(reading.config, env, (line) => process.stderr.write(`${line}\n`));
  const stopping = new Stopping(demo, lock);
  try {
    await demo.prepare();
    demo.startInBackground();
    // Filling the shop takes seconds, once; after that its server starts beside ours.
    if (demo.starting?.isFirstTime) await demo.starting.until;
    if (stopping.hasBegun) return;
    const app = await createApplication(reading.config);
    stopping.app = app;
    const code = app.get(FirstAdministrator).takeCode();
    const home = await demo.home();
    // What features add belongs to the administrator: without one, a later start makes it.
    if (home !== null && !app.get(FirstAdministrator).isAwaited) await app.get(DemoContents).begin(home);
    if (code !== null) process.stdout.write(`Set-up code: ${code}\n`);
    process.stdout.write(`Data Workbench is ready at ${addressOf(app, reading.config)}\n`);
  } catch (error) {
    process.stderr.write(`The workbench cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
    await demo.stop();
    process.exit(1);
  }
}

/** Null where another process uses the state directory, which has been said then. */
function lockHome(home: string): HomeLock | null {
  try {
    return HomeLock.acquire(home, new Date().toISOString());
  } catch (error) {
    process.stderr.write(`The workbench cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
    return null;
  }
}

function addressOf(app: NestExpressApplication, config: WorkbenchConfig): string {
  const { port } = app.getHttpServer().address() as AddressInfo;
  return config.publicUrl.replace(/:0$/, `:${port}`);
}

/** What happens on SIGTERM and SIGINT, from the first moment on. */
class Stopping {
  hasBegun = false;
  private opened: NestExpressApplication | null = null;

  constructor(
    private readonly demo: Demo,
    /** Held until the process ends. */
    readonly lock: HomeLock,
  ) {
    process.on('SIGTERM', () => this.begin());
    process.on('SIGINT', () => this.begin());
  }

  /** The application, once it is open. */
  set app(app: NestExpressApplication) {
    this.opened = app;
    if (this.hasBegun) void this.finish();
  }

  private begin(): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    setTimeout(() => process.exit(0), SHUTDOWN_LIMIT_MS).unref();
    void this.finish();
  }

  private async finish(): Promise<void> {
    const server = this.opened?.getHttpServer();
    setTimeout(() => server?.closeAllConnections(), DRAIN_LIMIT_MS).unref();
    try {
      await this.opened?.close();
    } finally {
      await this.demo.stop();
      process.exit(0);
    }
  }
}
