import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test as base } from '@playwright/test';
import { KeptContext } from './kept-context.js';
import { restoreSettings } from './usual-settings.js';

/** What the API said. */
export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

const ADDRESS = /https?:\S+$/;

/** A workbench process of its own, with a state directory of its own. */
export class Workbench {
  private child: ChildProcess | null = null;
  private complaints = '';
  /** What it printed before its address. */
  private greetings: readonly string[] = [];
  address = '';

  constructor(
    readonly home: string,
    private readonly env: Readonly<Record<string, string>> = {},
  ) {}

  /** Everything that it wrote on standard error. */
  get log(): string {
    return this.complaints;
  }

  /** The code that makes the first administrator. */
  get setUpCode(): string {
    return /^Set-up code: (\S+)$/m.exec(this.greetings.join('\n'))?.[1] ?? '';
  }

  get pid(): number {
    return this.child?.pid ?? -1;
  }

  /** False before the start and as soon as a signal was sent. */
  get isRunning(): boolean {
    return this.child !== null && !this.child.killed && this.child.exitCode === null;
  }

  /** Starts it and waits for its address line, with the demo's data unless `env` says otherwise; later starts listen on the same port. */
  async start(): Promise<void> {
    const port = this.address === '' ? '0' : new URL(this.address).port;
    const own = { WORKBENCH_HOME: this.home, WORKBENCH_DEMO: 'connections', PORT: port, LOG_LEVEL: 'info' };
    const env = { ...process.env, ...own, ...this.env };
    const child = spawn(process.execPath, ['dist/server/src/main.js'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    child.stderr.setEncoding('utf8').on('data', (part: string) => (this.complaints += part));
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (ADDRESS.test(line)) break;
    }
    const address = ADDRESS.exec(lines.at(-1) ?? '')?.[0];
    if (address === undefined) throw new Error(`The workbench did not start: ${this.complaints}`);
    this.greetings = lines;
    this.address = address;
  }

  /** Sends a signal and resolves with the exit code, or null when the signal ended it. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const { child } = this;
    if (child?.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child.exitCode;
  }

  /** Calls the API and parses the answer. */
  async api<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const init =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
    const response = await fetch(new URL(path, this.address), { method, ...init });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as T };
  }
}

/** A fresh state directory that the Postgres of the demo can live in even when its server may not run as root. */
export function temporaryHome(): string {
  return mkdtempSync(join(tmpdir(), 'workbench-e2e-'));
}

/** The workbench keeps the tabs of every browser: a story begins without those of the one before. */
export async function closeTabs(workbench: Workbench): Promise<void> {
  const { body } = await workbench.api<{ items: { id: string }[] }>('GET', '/api/studio/tabs');
  for (const { id } of body.items) await workbench.api('DELETE', `/api/studio/tabs/${id}`);
}

/** Starts a workbench with the demo, lends it and takes it away. */
async function lendDemo(use: (demo: Workbench) => Promise<void>): Promise<void> {
  // Mail servers and receivers of the stories are on this machine.
  const workbench = new Workbench(temporaryHome(), { WORKBENCH_OUTBOUND_ALLOW: '127.0.0.0/8' });
  await workbench.start();
  await use(workbench);
  await workbench.stop();
  rmSync(workbench.home, { recursive: true, force: true });
}

/** False for stories that prepare a whole context: what prepares it cannot be removed again. */
interface StoryOptions {
  isContextKept: boolean;
}

interface Shared {
  demo: Workbench;
  /** Opens the worker's context when it is first needed. */
  keptContext: () => Promise<KeptContext>;
}

/** Stories share one workbench with the demo, whose data takes longer to make than most of them, and one context. */
export const test = base.extend<StoryOptions, Shared>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the parameter's pattern
  demo: [({}, use) => lendDemo(use), { scope: 'worker', timeout: 240_000 }],
  keptContext: [
    async ({ browser, demo }, use) => {
      const opened: Promise<KeptContext>[] = [];
      await use(() => opened[0] ?? (opened[0] = KeptContext.open(browser, demo.address)));
      await (await opened[0])?.context.close();
    },
    { scope: 'worker' },
  ],
  isContextKept: [true, { option: true }],
  // Options of `test.use` hold for a whole context.
  context: async ({ browser, keptContext, isContextKept, colorScheme, timezoneId, viewport }, use) => {
    const isUsual = colorScheme === 'light' && timezoneId === undefined && viewport?.width === 1440;
    if (!isContextKept || !isUsual) {
      const own = await browser.newContext();
      await use(own);
      await own.close();
      return;
    }
    const kept = await keptContext();
    await use(kept.context);
    await kept.clear();
  },
  page: async ({ page, demo }, use) => {
    await Promise.all([closeTabs(demo), restoreSettings(demo)]);
    await use(page);
  },
});

/** For a file whose stories begin with an unused workbench: it gets its own. */
export const testAlone = test.extend<object, { demo: Workbench }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the parameter's pattern
  demo: [({}, use) => lendDemo(use), { scope: 'worker', timeout: 240_000 }],
});

export { expect };
