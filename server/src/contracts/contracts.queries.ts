import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import type { Actor } from '#libs/access';
import type { ContractList, ContractView, ViolationList } from '#libs/api';
import { contractOdcs, contractYaml } from '#libs/contracts';
import { ConnectionAccess } from '../connections/index.js';
import { Problem, State } from '../platform/index.js';
import { CatalogSource, SchemaWatchQueries } from '../schema-watch/index.js';
import { contractOf, contractSummaryOf, contractViewOf, violationOf } from './contract-views.js';
import { ContractRecord, ViolationRecord } from './contract.entity.js';

/** What pages and other modules ask about contracts. */
@Injectable()
export class ContractsQueries {
  constructor(
    private readonly state: State,
    private readonly source: CatalogSource,
    private readonly watch: SchemaWatchQueries,
    private readonly access: ConnectionAccess,
  ) {}

  /** Where the contracts of all connections stand that `actor` may see, by connection. */
  async list(actor: Actor): Promise<ContractList> {
    const all = await this.state.manager.find(ContractRecord, { order: { connectionId: 'ASC' } });
    const visible = all.filter(({ connectionId }) => this.access.maySee(actor, connectionId));
    const open = await this.openViolations(visible.map(({ connectionId }) => connectionId));
    const items = await Promise.all(
      visible.map(async (record) => {
        const check = await this.watch.lastCheck(record.connectionId);
        return contractSummaryOf(record, open.get(record.connectionId) ?? null, check);
      }),
    );
    return { items, next_cursor: null };
  }

  /** The active contract and the open violation. Throws `connection-not-found`, `not-relational`, `contract-not-found`. */
  async get(actor: Actor, connectionId: string): Promise<ContractView> {
    const record = await this.record(actor, connectionId);
    const open = await this.openViolations([connectionId]);
    return contractViewOf(record, open.get(connectionId) ?? null, await this.watch.lastCheck(connectionId));
  }

  /** Every violation that a connection ever had, newest first. Throws `connection-not-found`, `not-relational`. */
  async violations(actor: Actor, connectionId: string): Promise<ViolationList> {
    this.source.relational(actor, connectionId);
    const records = await this.state.manager.find(ViolationRecord, {
      where: { connectionId },
      order: { openedAt: 'DESC', id: 'DESC' },
    });
    return { violations: records.map(violationOf) };
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

  private async openViolations(connectionIds: readonly string[]): Promise<Map<string, ViolationRecord>> {
    const records = await this.state.manager.findBy(ViolationRecord, {
      connectionId: In(connectionIds),
      resolvedAt: IsNull(),
    });
    return new Map(records.map((record) => [record.connectionId, record]));
  }
}
