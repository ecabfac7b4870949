import { join } from 'node:path';
import { EventBus } from '../../platform/index.js';
import type { EventMap, EventName } from '#libs/events';
import { TestWorkbench } from '../../platform/testing/test-workbench.js';
import { StudioModule } from '../studio.module.js';

const CONNECTIONS = `connections:
  - { id: shop, name: Shop, kind: duckdb, path: ./shop.duckdb }
  - { id: lake, name: Lake, kind: duckdb, path: ./lake.duckdb }
`;

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

/** The studio on its state alone: its connections are listed, and none is ever opened. */
export class StudioWithoutDatabases {
  private constructor(private running: TestWorkbench) {}

  get workbench(): TestWorkbench {
    return this.running;
  }

  static async start(env: Readonly<Record<string, string>> = {}): Promise<StudioWithoutDatabases> {
    return new StudioWithoutDatabases(
      await TestWorkbench.start({ features: [StudioModule], connections: CONNECTIONS, env }),
    );
  }

  /** Sends a request and parses what comes back as JSON. */
  async send<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const init =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
    const response = await fetch(new URL(path, await this.workbench.app.getUrl()), { method, ...init });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as T };
  }

  /** The payloads of an event from now on, as they are delivered. */
  heard<N extends EventName>(name: N): EventMap[N][] {
    const payloads: EventMap[N][] = [];
    this.workbench.app.get(EventBus).subscribe(name, (payload) => payloads.push(payload));
    return payloads;
  }

  get stateFile(): string {
    return join(this.workbench.home, 'state.sqlite');
  }

  /** Stops it and starts another one in the same state directory. */
  async restart(): Promise<void> {
    const { home } = this.running;
    await this.running.stop({ keepHome: true });
    this.running = await TestWorkbench.start({ features: [StudioModule], home });
  }

  stop(): Promise<void> {
    return this.workbench.stop();
  }
}
