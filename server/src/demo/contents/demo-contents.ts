import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { LOCAL_ACTOR } from '#libs/access';
import type { Actor } from '#libs/access';
import { State } from '../../platform/index.js';
import type { DemoContext, DemoContribution, DemoItem } from './demo-contribution.js';
import { DemoContributions } from './demo-contributions.js';
import type { DemoHome } from './demo-home.js';
import { DemoItemRecord } from './demo-item.entity.js';
import { removeUnfinished } from './unfinished-items.js';

/** Owns what the demo makes: the person at a workbench without sign-in, or the first administrator. */
const DEMO_ACTOR: Actor = { ...LOCAL_ACTOR, kind: 'system', name: 'demo' };

/** Makes what the features add to the demo: at the first start, once, while the workbench is used already. */
@Injectable()
export class DemoContents implements OnApplicationShutdown {
  private readonly abort = new AbortController();
  private work: Promise<void> = Promise.resolve();
  private attached: DemoHome | null = null;
  private makes = false;
  private kept: ReadonlyMap<string, readonly DemoItem[]> = new Map();

  constructor(
    private readonly contributions: DemoContributions,
    private readonly state: State,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(DemoContents.name);
  }

  /** The demo's connections and files; null in a process that was started without them. */
  get home(): DemoHome | null {
    return this.attached;
  }

  /** True while things are being made. */
  get isPreparing(): boolean {
    return this.makes;
  }

  /**
   * Takes the demo's home and, where its contents were never made to the end, makes them: resolves as soon as those are
   * there that take milliseconds, and goes on with the others. Never rejects: what could not be made is logged. While
   * the demo's files cannot be read nothing is made, which a later start does.
   */
  async begin(home: DemoHome): Promise<void> {
    this.attached = home;
    if (!home.lacksContents) return;
    this.makes = true;
    const { state, contributions, logger } = this;
    const all = contributions.all();
    try {
      const connectionIds = new Set(await home.connectionIds());
      this.kept = await removeUnfinished({ state, contributions, logger }, DEMO_ACTOR, home.id);
      for (const one of all.filter(({ isImmediate }) => isImmediate)) await this.create(one, home, connectionIds);
    } catch (error) {
      this.postpone(error);
      return;
    }
    const rest = all.filter(({ isImmediate }) => !isImmediate);
    this.work = this.createRest(home, rest).catch((error: unknown) => this.postpone(error));
  }

  /** Resolves when nothing is being made any more. */
  whenMade(): Promise<void> {
    return this.work;
  }

  /** Stops making things and resolves when that has ended. */
  async halt(): Promise<void> {
    this.abort.abort();
    await this.work;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.halt();
  }

  private async createRest(home: DemoHome, rest: readonly DemoContribution[]): Promise<void> {
    await home.whenStarted();
    const connectionIds = new Set(await home.connectionIds());
    for (const one of rest) await this.create(one, home, connectionIds);
    if (!this.isHalted()) {
      await home.markComplete().catch((error: unknown) => this.logger.warn({ err: error }, 'could not mark the demo'));
    }
    this.makes = false;
  }

  private postpone(error: unknown): void {
    this.makes = false;
    this.logger.warn({ err: error }, 'could not make the demo: a later start tries again');
  }

  private async create(
    contribution: DemoContribution,
    { id: home, hasPostgis }: DemoHome,
    connectionIds: ReadonlySet<string>,
  ): Promise<void> {
    if (this.isHalted()) return;
    const { signal } = this.abort;
    const { part } = contribution;
    const context: DemoContext = {
      actor: DEMO_ACTOR,
      connectionIds,
      hasPostgis,
      signal,
      kept: this.kept.get(part) ?? [],
      record: (make) =>
        this.state.transaction(async (manager) => {
          for (const { id, kind, name, stamp } of await make())
            await manager.insert(DemoItemRecord, { part, itemId: id, kind, name, stamp, home });
        }),
    };
    try {
      await contribution.create(context);
    } catch (error) {
      if (!this.isHalted()) this.logger.warn({ err: error, part }, 'a part of the demo could not be made');
    }
  }

  private isHalted(): boolean {
    return this.abort.signal.aborted;
  }
}
