import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { In } from 'typeorm';
import type { Actor } from '#libs/access';
import { freezeContract } from '#libs/contracts';
import { DemoContributions } from '../../demo/index.js';
import type { DemoContext, DemoContribution, DemoItem, DemoItemFate } from '../../demo/index.js';
import { EventBus, State } from '../../platform/index.js';
import { SchemaWatchDemo } from '../../schema-watch/index.js';
import { ContractRecord, ViolationRecord, ViolationSetRecord } from '../contract.entity.js';
import { ContractsService } from '../contracts.service.js';

interface DemoContract {
  readonly connectionId: string;
  readonly name: string;
  readonly tables: readonly string[];
}

const CONTRACTS: readonly DemoContract[] = [
  {
    connectionId: 'shop',
    name: 'Order export',
    // What a nightly export of orders to the accounting reads.
    tables: ['public.customers', 'public.orders', 'public.order_items', 'public.products'],
  },
  {
    connectionId: 'reporting',
    name: 'Sales dashboard',
    tables: ['public.store_sales', 'public.department_sales', 'public.daily_sales'],
  },
];

/**
 * Adds contracts that were frozen a week ago. The snapshots of `SchemaWatchDemo`, which are kept after them, violate the
 * one of the shop, restore it and violate it again; the one of its reporting holds.
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
    for (const one of CONTRACTS) {
      const { connectionId, name } = one;
      // A connection has one contract: a person may have frozen another one.
      if (!connectionIds.has(connectionId) || (await this.hasContract(connectionId))) continue;
      const { catalog, takenAt } = await this.history.earliest(actor, connectionId, signal);
      const outcome = freezeContract({ ...one, frozenAt: takenAt, catalog });
      if (outcome.kind === 'unresolved')
        throw new Error(`${connectionId} has no tables ${outcome.unknown.join(', ')}.`);
      const { tables } = outcome.contract;
      const id = randomUUID();
      await record(async () => {
        const times = { frozenAt: takenAt, evaluatedAt: takenAt };
        const facts = { id, connectionId, name, frozenBy: actor.name, breakage: null, ...times };
        const contract = { ...facts, tables, tableCount: tables.length };
        await this.state.manager.insert(ContractRecord, contract);
        this.events.publish('contract.changed', { connection_id: connectionId });
        return [{ id, kind: 'contract', name, stamp: takenAt }];
      });
    }
  }

  /** A contract that was frozen again is another one. */
  async fateOf(_: Actor, { id }: DemoItem): Promise<DemoItemFate> {
    return (await this.state.manager.existsBy(ContractRecord, { id })) ? 'unchanged' : 'gone';
  }

  async remove(actor: Actor, { id }: DemoItem): Promise<void> {
    await this.state.transaction(async (manager) => {
      const { connectionId } = await manager.findOneOrFail(ContractRecord, {
        where: { id },
        select: { id: true, connectionId: true },
      });
      await this.contracts.release(actor, connectionId);
      const violations = await manager.find(ViolationRecord, { where: { contractId: id }, select: { id: true } });
      await manager.delete(ViolationSetRecord, { violationId: In(violations.map((one) => one.id)) });
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

  private hasContract(connectionId: string): Promise<boolean> {
    return this.state.manager.existsBy(ContractRecord, { connectionId });
  }
}
