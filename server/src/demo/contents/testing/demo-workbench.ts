import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FEATURES } from '../../../app.module.js';
import { readConfig } from '../../../platform/index.js';
import { TestWorkbench } from '../../../platform/testing/test-workbench.js';
import { createDemo } from '../../create-demo.js';
import type { Demo } from '../../demo.js';
import { DemoContents } from '../demo-contents.js';

/** What the API answers. */
export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

/** A workbench with all features and its demo, whose state directory outlives a stop. */
export class DemoWorkbench {
  /** One line for each thing that the demo could not have. */
  readonly warnings: string[] = [];
  private demo: Demo | null = null;
  private workbench: TestWorkbench | null = null;

  private constructor(readonly home: string) {}

  /** Makes a state directory and starts for the first time. */
  static async create(): Promise<DemoWorkbench> {
    const made = new DemoWorkbench(await mkdtemp(join(tmpdir(), 'demo-workbench-')));
    await made.start();
    return made;
  }

  get app(): TestWorkbench['app'] {
    if (this.workbench === null) throw new Error('The workbench is stopped.');
    return this.workbench.app;
  }

  /** A start, as `start.ts` does it; resolves when everything is made. */
  async start(): Promise<void> {
    const { home } = this;
    const reading = readConfig({ ...process.env, WORKBENCH_HOME: home, PORT: '0', WORKBENCH_DEMO: 'auto' }, home);
    if (reading.kind === 'invalid') throw new Error(reading.mistakes.join());
    this.demo = createDemo(reading.config, process.env, (line) => this.warnings.push(line));
    await this.demo.prepare();
    this.demo.startInBackground();
    await this.demo.starting?.until;
    this.workbench = await TestWorkbench.start({ features: [...FEATURES], home });
    const demoHome = await this.demo.home();
    if (demoHome === null) throw new Error('The demo was removed.');
    const contents = this.app.get(DemoContents);
    await contents.begin(demoHome);
    await contents.whenMade();
  }

  async stop(): Promise<void> {
    await this.workbench?.stop({ keepHome: true });
    await this.demo?.stop();
    [this.workbench, this.demo] = [null, null];
  }

  /** Stops and deletes the state directory. */
  async dispose(): Promise<void> {
    await this.stop();
    await rm(this.home, { recursive: true, force: true });
  }

  /** Calls the API as the single user. */
  async api<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const init =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
    const response = await fetch(new URL(path, await this.app.getUrl()), { method, ...init });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as T };
  }
}
