import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { SYSTEM_ACTOR } from '#libs/access';
import type { Actor } from '#libs/access';
import type { Connection, ContractView, FreezeChange, FreezeInput, FreezePreview } from '#libs/api';
import { changeMessage } from '#libs/catalog';
import {
  evaluateContract,
  freezeContract,
  nextContractState,
  refreezeChanges,
  violationMessage,
} from '#libs/contracts';
import type { Contract, ContractState, ContractStep, Violation } from '#libs/contracts';
import type { EventMap } from '#libs/events';
import { nameInTitle } from '#libs/notifications';
import { ConnectionAccess, ConnectionsQueries } from '../connections/index.js';
import { Clock, EventBus, Problem, State, refuseChangedMeanwhile } from '../platform/index.js';
import { CatalogSource, SchemaWatchQueries, SchemaWatchService, UnknownTables } from '../schema-watch/index.js';
import { contractOf } from './contract-views.js';
import { ContractRecord, ViolationRecord } from './contract.entity.js';
import { ContractsQueries } from './contracts.queries.js';
import { ViolationSets } from './violation-sets.js';

/** Freezes, releases and evaluates contracts. */
@Injectable()
export class ContractsService implements OnModuleInit {
  constructor(
    private readonly state: State,
    private readonly connections: ConnectionsQueries,
    private readonly access: ConnectionAccess,
    private readonly source: CatalogSource,
    private readonly watch: SchemaWatchService,
    private readonly snapshots: SchemaWatchQueries,
    private readonly unknownTables: UnknownTables,
    private readonly queries: ContractsQueries,
    private readonly sets: ViolationSets,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.onBeforeCommit('schema_watch.snapshot_taken', (taken) => this.snapshotTaken(taken));
  }

  /**
   * Freezes the catalog as it is now, in place of the contract there was. Throws `connection-not-found`, `forbidden`,
   * `not-relational`, `unauthenticated`, `unknown-tables` with their names, and why the database cannot be read; also
   * where the right or the caller goes while it is read, and `changed-meanwhile` where another contract is in force than
   * the one that is expected.
   */
  async freeze(
    actor: Actor,
    connectionId: string,
    { expected, ...input }: FreezeChange,
    isGone?: AbortSignal,
  ): Promise<ContractView> {
    const contract = await this.frozen(actor, this.managed(actor, connectionId), input, isGone);
    isGone?.throwIfAborted();
    await this.state.transactionFor(actor, async (manager) => {
      const connection = await this.stillManaged(actor, connectionId);
      await this.replace(manager, actor, connection, { contract, expected });
    });
    return this.queries.get(actor, connectionId);
  }

  /** What freezing would expect otherwise than the contract there is; changes nothing. Throws as `freeze` does. */
  async preview(actor: Actor, connectionId: string, input: FreezeInput, isGone?: AbortSignal): Promise<FreezePreview> {
    const { tables } = await this.frozen(actor, this.managed(actor, connectionId), input, isGone);
    const before = await this.state.manager.findOneBy(ContractRecord, { connectionId });
    const changes = refreezeChanges(before?.tables ?? [], tables);
    return { connection_id: connectionId, table_count: tables.length, summary: changeMessage(changes), changes };
  }

  /**
   * Ends the contract. Throws `connection-not-found`, `forbidden`, `not-relational`, `contract-not-found`, and
   * `changed-meanwhile` where it is not the one that is expected.
   */
  async release(actor: Actor, connectionId: string, expected?: string): Promise<void> {
    this.managed(actor, connectionId);
    await this.state.transactionFor(actor, async (manager) => {
      const connection = await this.stillManaged(actor, connectionId);
      const record = await manager.findOne(ContractRecord, { where: { connectionId }, select: STATE_COLUMNS });
      if (record === null) throw new Problem('contract-not-found');
      refuseChangedMeanwhile('contract', { current: record.id, expected, wanted: null });
      const step = nextContractState(stateOf(record), { kind: 'released' });
      await this.endViolation(manager, connectionId, step);
      await manager.delete(ContractRecord, { connectionId });
      this.publishAction(actor, connection, step, record.name);
    });
  }

  /** The catalog as it is now, as a contract that is not kept. */
  private async frozen(
    actor: Actor,
    connection: Connection,
    input: FreezeInput,
    isGone?: AbortSignal,
  ): Promise<Contract> {
    const catalog = await this.watch.read(actor, connection.id, isGone);
    const name = input.name ?? connection.name;
    const tables = input.tables === undefined ? {} : { tables: input.tables };
    const order = { name, connectionId: connection.id, frozenAt: this.clock.isoNow(), catalog, ...tables };
    const outcome = freezeContract(order);
    if (outcome.kind === 'unresolved') throw await this.unknownTables.problem(actor, connection.id, outcome);
    return outcome.contract;
  }

  private managed(actor: Actor, connectionId: string): Connection {
    const connection = this.source.relational(actor, connectionId);
    this.access.require(actor, connectionId, 'manage');
    return connection;
  }

  /** The same first in a transaction: the right can go while a request reads the catalog or waits for its turn. */
  private async stillManaged(actor: Actor, connectionId: string): Promise<Connection> {
    await this.access.requireInTransaction(actor, connectionId, 'manage');
    return this.managed(actor, connectionId);
  }

  private async replace(
    manager: EntityManager,
    actor: Actor,
    connection: Connection,
    { contract, expected }: { readonly contract: Contract; readonly expected: string | null | undefined },
  ): Promise<void> {
    const connectionId = connection.id;
    const before = await manager.findOne(ContractRecord, { where: { connectionId }, select: STATE_COLUMNS });
    const id = randomUUID();
    refuseChangedMeanwhile('contract', { current: before?.id ?? null, expected, wanted: id });
    const step = nextContractState(stateOf(before), { kind: 'frozen' });
    await this.endViolation(manager, connectionId, step);
    const { name, frozen_at: frozenAt, tables } = contract;
    const facts = { connectionId, id, name, frozenAt, frozenBy: actor.name };
    const record = { ...facts, tables, tableCount: tables.length };
    await manager.upsert(ContractRecord, { ...record, breakage: null, evaluatedAt: frozenAt }, ['connectionId']);
    this.publishAction(actor, connection, step, name);
  }

  /** Inside the transaction that keeps the snapshot. Of one that is held back nothing can be said. */
  private async snapshotTaken(taken: EventMap['schema_watch.snapshot_taken']): Promise<void> {
    if (taken.is_held_back) return;
    const connectionId = taken.connection_id;
    const { manager } = this.state;
    const record = await manager.findOneBy(ContractRecord, { connectionId });
    if (record === null) return;
    const tables = await this.snapshots.tablesOf(taken.snapshot_id, record.tables);
    if (tables === null) return;
    const violations = evaluateContract(contractOf(record), { tables });
    const step = nextContractState(stateOf(record), { kind: 'evaluated', violations });
    const breakage = step.next.state === 'violated' ? step.next.breakage : null;
    record.evaluatedAt = taken.taken_at;
    const { evaluatedAt } = record;
    const evaluated = { breakage, evaluatedAt, tableCount: record.tables.length };
    await manager.update(ContractRecord, { connectionId }, evaluated);
    if (step.event !== null) await this.publishStep(manager, record, step, violations);
  }

  private async publishStep(
    manager: EntityManager,
    contract: ContractRecord,
    step: ContractStep,
    violations: Violation[],
  ): Promise<void> {
    const violation = await this.recordStep(manager, contract, step, violations);
    const { name } = this.connections.get(SYSTEM_ACTOR, contract.connectionId);
    const isRestored = step.event === 'restored';
    this.events.publish(isRestored ? 'contract.restored' : 'contract.violated', {
      connection_id: contract.connectionId,
      connection_name: name,
      contract: contract.name,
      violation_id: violation.id,
      title: `Contract ${isRestored ? 'restored' : 'violated'}: ${nameInTitle(contract.name)} on ${name}`,
      message: isRestored ? `The contract holds again. It was violated by: ${violation.summary}` : violation.summary,
      items: violation.items,
      occurred_at: contract.evaluatedAt,
    });
  }

  /** Keeps the violation as it is by now, and answers what is, or was, broken. */
  private async recordStep(
    manager: EntityManager,
    contract: ContractRecord,
    step: ContractStep,
    items: Violation[],
  ): Promise<Pick<ViolationRecord, 'id' | 'summary' | 'items'>> {
    const { connectionId, id: contractId, evaluatedAt: now } = contract;
    const open = await manager.findOneBy(ViolationRecord, { connectionId, resolvedAt: IsNull() });
    if (step.record === 'resolve' && open !== null) {
      await manager.update(ViolationRecord, { id: open.id }, { resolvedAt: now });
      return open;
    }
    const set = { since: now, summary: violationMessage(items), items };
    const news = { summary: set.summary, items, changedAt: now };
    const id = open?.id ?? randomUUID();
    if (open === null) {
      const begun = { id, connectionId, contractId, openedAt: now, resolvedAt: null, sets: [] };
      await manager.insert(ViolationRecord, { ...begun, ...news });
      await this.sets.begin(manager, id, set);
    } else {
      await this.sets.add(manager, id, set);
      await manager.update(ViolationRecord, { id }, news);
    }
    return { id, summary: set.summary, items };
  }

  private async endViolation(manager: EntityManager, connectionId: string, { record }: ContractStep): Promise<void> {
    if (record !== 'resolve') return;
    const resolvedAt = this.clock.isoNow();
    await manager.update(ViolationRecord, { connectionId, resolvedAt: IsNull() }, { resolvedAt });
  }

  private publishAction(actor: Actor, connection: Connection, { audit: action }: ContractStep, name: string): void {
    if (action === null) return;
    const object = { kind: 'connection', id: connection.id, name: connection.name };
    this.events.publish('action.performed', { action, actor, outcome: 'done', object, details: { contract: name } });
    this.events.publish('contract.changed', { connection_id: connection.id });
  }
}

/** What the state of a contract follows from: not the frozen tables, which can be megabytes. */
const STATE_COLUMNS = { connectionId: true, id: true, name: true, breakage: true } as const;

function stateOf(record: Pick<ContractRecord, 'breakage'> | null): ContractState {
  if (record === null) return { state: 'none' };
  return record.breakage === null ? { state: 'holds' } : { state: 'violated', breakage: record.breakage };
}
