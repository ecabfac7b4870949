import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { Actor } from '#libs/access';
import { freezeContract } from '#libs/contracts';
import { DemoContributions } from '../../demo/index.js';
import type { DemoContext, DemoContribution, DemoItem, DemoItemFate } from '../../demo/index.js';
import { EventBus, State } from '../../platform/index.js';
import { SchemaWatchDemo } from '../../schema-watch/index.js';
import { ContractRecord, ViolationRecord } from '../contract.entity.js';
import { ContractsService } from '../contracts.service.js';

const SHOP = 'shop';
const NAME = 'Order export';
/** What a nightly export of orders to the accounting reads. */
const TABLES = ['public.customers', 'public.orders', 'public.order_items', 'public.products'];

/**
 * Adds a contract that was frozen a week ago: the snapshots of `SchemaWatchDemo`, which are kept after it, violate it,
 * restore it and violate it again.
 */
@Injectable()
export class ContractsDemo implements DemoContribution, OnModuleInit {
  readonly part = 'contracts';
  readonly order = 10;
  readonly isImmediate = false;

  constructor(
    private readonly contributions: DemoContributions,
    private readonly history: SchemaWatchDemo,
    private readonly contracts: ContractsService,
    private readonly state: State,
    private readonly events: EventBus,
  ) {}

  onModuleInit(): void {
    this.contributions.register(this);
  }

  async create({ actor, connectionIds, signal, record }: DemoContext): Promise<void> {
    if (!connectionIds.has(SHOP)) return;
    const { catalog, takenAt } = await this.history.earliest(actor, signal);
    const outcome = freezeContract({ name: NAME, connectionId: SHOP, frozenAt: takenAt, catalog, tables: TABLES });
    if (outcome.kind === 'unresolved') throw new Error(`The shop has no tables ${outcome.unknown.join(', ')}.`);
    const { tables } = outcome.contract;
    const id = randomUUID();
    await record(async () => {
      const times = { frozenAt: takenAt, evaluatedAt: takenAt };
      const contract = { id, connectionId: SHOP, name: NAME, frozenBy: actor.name, tables, breakage: null, ...times };
      await this.state.manager.insert(ContractRecord, contract);
      this.events.publish('contract.changed', { connection_id: SHOP });
      return [{ id, kind: 'contract', name: NAME, stamp: takenAt }];
    });
  }

  /** A contract that was frozen again is another one. */
  async fateOf(_: Actor, { id }: DemoItem): Promise<DemoItemFate> {
    return (await this.state.manager.existsBy(ContractRecord, { id })) ? 'unchanged' : 'gone';
  }

  async remove(actor: Actor, { id }: DemoItem): Promise<void> {
    await this.state.transaction(async (manager) => {
      await this.contracts.release(actor, SHOP);
      await manager.delete(ViolationRecord, { contractId: id });
    });
  }

  async onConnections(_: Actor, connectionIds: ReadonlySet<string>): Promise<Omit<DemoItem, 'stamp'>[]> {
    const records = await this.state.manager.find(ContractRecord, {
      select: { id: true, name: true, connectionId: true },
    });
    const there = records.filter(({ connectionId }) => connectionIds.has(connectionId));
    return there.map(({ id, name }) => ({ id, kind: 'contract', name }));
  }
}
