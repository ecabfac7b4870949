import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test as base } from '@playwright/test';

/** What the API said. */
export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

/** A workbench process of its own, with a state directory of its own. */
export class Workbench {
  private child: ChildProcess | null = null;
  private complaints = '';
  address = '';

  constructor(
    readonly home: string,
    private readonly env: Readonly<Record<string, string>> = {},
  ) {}

  /** Everything that it wrote on standard error. */
  get log(): string {
    return this.complaints;
  }

  get pid(): number {
    return this.child?.pid ?? -1;
  }

  /** Starts it and waits for its address line; later starts listen on the same port. */
  async start(): Promise<void> {
    const port = this.address === '' ? '0' : new URL(this.address).port;
    const env = { ...process.env, WORKBENCH_HOME: this.home, PORT: port, LOG_LEVEL: 'info', ...this.env };
    const child = spawn(process.execPath, ['dist/server/src/main.js'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    child.stderr.setEncoding('utf8').on('data', (part: string) => (this.complaints += part));
    const line = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), once(child, 'exit')]);
    const address = /http:\S+$/.exec(String(line[0]))?.[0];
    if (address === undefined) throw new Error(`The workbench did not start: ${this.complaints}`);
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

/** Stories share one workbench with the demo: making its data takes longer than most of them. */
export const test = base.extend<object, { demo: Workbench }>({
  demo: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the parameter's pattern
    async ({}, use) => {
      const workbench = new Workbench(temporaryHome());
      await workbench.start();
      await use(workbench);
      await workbench.stop();
      rmSync(workbench.home, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // The workbench keeps the tabs of every browser: a story begins without those of the one before.
  page: async ({ page, demo }, use) => {
    const { body } = await demo.api<{ items: { id: string }[] }>('GET', '/api/studio/tabs');
    for (const { id } of body.items) await demo.api('DELETE', `/api/studio/tabs/${id}`);
    await use(page);
  },
});

export { expect };
