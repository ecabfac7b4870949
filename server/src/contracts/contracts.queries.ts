import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { Actor } from '#libs/access';
import type { ContractList, ContractSummary, ContractView, ViolationList } from '#libs/api';
import { contractOdcs, contractYaml } from '#libs/contracts';
import { ConnectionAccess } from '../connections/index.js';
import { Problem, State } from '../platform/index.js';
import type { ListPageDto } from '../platform/index.js';
import { CatalogSource, SchemaWatchQueries } from '../schema-watch/index.js';
import { ContractStatuses } from './contract-statuses.js';
import type { ContractStanding } from './contract-statuses.js';
import { contractOf, contractViewOf } from './contract-views.js';
import { ContractRecord, ViolationRecord } from './contract.entity.js';
import { ViolationSets } from './violation-sets.js';

/** What pages and other modules ask about contracts. */
@Injectable()
export class ContractsQueries {
  constructor(
    private readonly state: State,
    private readonly source: CatalogSource,
    private readonly watch: SchemaWatchQueries,
    private readonly access: ConnectionAccess,
    private readonly statuses: ContractStatuses,
    private readonly sets: ViolationSets,
  ) {}

  /** Where the contracts of all connections stand that `actor` may see, by connection. */
  async list(actor: Actor): Promise<ContractList> {
    const standings = await this.statuses.all((connectionId) => this.access.maySee(actor, connectionId));
    return { items: standings.map(summaryOf), next_cursor: null };
  }

  /** The active contract and the open violation. Throws `connection-not-found`, `not-relational`, `contract-not-found`. */
  async get(actor: Actor, connectionId: string): Promise<ContractView> {
    const record = await this.record(actor, connectionId);
    const where = { connectionId, resolvedAt: IsNull() };
    const open = await this.state.manager.findOne(ViolationRecord, { where, select: { id: true } });
    const violation = open === null ? null : await this.sets.find(connectionId, open.id);
    return contractViewOf(record, violation, await this.watch.lastCheck(connectionId));
  }

  /**
   * Violations that a connection had, newest first; see `ViolationSets`. Throws `connection-not-found`, `not-relational`, and
   * `validation-failed` for a cursor that was made up.
   */
  async violations(actor: Actor, connectionId: string, page: ListPageDto): Promise<ViolationList> {
    this.source.relational(actor, connectionId);
    return this.sets.page(connectionId, page);
  }

  /** The contract as YAML. Throws as `get` does. */
  async yaml(actor: Actor, connectionId: string): Promise<string> {
    return contractYaml(contractOf(await this.record(actor, connectionId)));
  }

  /** The contract as YAML of the Open Data Contract Standard 3.1. Throws as `get` does. */
  async odcs(actor: Actor, connectionId: string): Promise<string> {
    const record = await this.record(actor, connectionId);
    return contractOdcs(contractOf(record), record.id);
  }

  /** The active contract as it is kept. Throws as `get` does. */
  async record(actor: Actor, connectionId: string): Promise<ContractRecord> {
    this.source.relational(actor, connectionId);
    const record = await this.state.manager.findOneBy(ContractRecord, { connectionId });
    if (record === null) throw new Problem('contract-not-found');
    return record;
  }
}

function summaryOf(standing: ContractStanding): ContractSummary {
  const { violation } = standing;
  const items = violation?.items ?? [];
  return {
    connection_id: standing.connectionId,
    name: standing.name,
    frozen_at: standing.frozenAt,
    table_count: standing.tableCount,
    state: standing.state,
    stale: standing.staleReason !== null,
    evaluated_at: standing.evaluatedAt,
    broken: items.map(({ summary }) => summary),
    broken_tables: [...new Set(items.map(({ table }) => table))],
  };
}
