import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { SchemaChange } from '#libs/api';
import { ConnectionsQueries } from '../connections/index.js';
import type { RelationalNames } from '../connections/index.js';
import { ContractStatuses } from '../contracts/index.js';
import type { ContractStanding } from '../contracts/index.js';
import { Clock } from '../platform/index.js';
import { CatalogSource, RecentChanges } from '../schema-watch/index.js';
import { cursorOf, placeOf } from './cursor.js';
import type {
  ContractStatusInput,
  ContractStatusOutput,
  SchemaChangesInput,
  SchemaChangesOutput,
} from './tool-shapes.js';

const DAY_MS = 86_400_000;
const SHOWN_PER_ITEM = 20;
const MAX_SUMMARY = 500;

/** One change or breakage in an answer. */
type Line = ContractStatusOutput['items'][number]['broken'][number];

/** What agents may ask. Nothing here changes anything, and no text of an agent reaches a database. */
@Injectable()
export class AgentTools {
  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly source: CatalogSource,
    private readonly statuses: ContractStatuses,
    private readonly recent: RecentChanges,
    private readonly clock: Clock,
  ) {}

  /**
   * Whether connections still match their contracts, and what broke. Throws `connection-not-found`, `not-relational`,
   * `validation-failed` for a cursor that was made up.
   */
  async contractStatus(actor: Actor, input: ContractStatusInput): Promise<ContractStatusOutput> {
    const asked = this.asked(actor, input.connection_id);
    const [after = null] = input.cursor === undefined ? [] : placeOf(input.cursor, 1);
    const found = await this.statuses.page((id) => asked.has(id), after, input.limit + 1);
    const items = found.slice(0, input.limit).map((standing) => statusItem(standing, asked));
    const last = items.at(-1);
    const { connection_id: single } = input;
    if (single !== undefined && items.length === 0 && after === null) {
      items.push(withoutContract(single, asked.get(single) ?? single));
    }
    const hasMore = found.length > input.limit && last !== undefined;
    return { items, next_cursor: hasMore ? cursorOf(last.connection_id) : null };
  }

  /** What moved lately in the schemas of connections. Throws as `contractStatus` does. */
  async schemaChanges(actor: Actor, input: SchemaChangesInput): Promise<SchemaChangesOutput> {
    const asked = this.asked(actor, input.connection_id);
    const since = new Date(this.clock.now() - input.days * DAY_MS).toISOString();
    const [detectedAt = '', id = ''] = input.cursor === undefined ? [] : placeOf(input.cursor, 2);
    const after = input.cursor === undefined ? null : { detectedAt, id };
    const { changes: page, hasMore } = await this.recent.page((id) => asked.has(id), since, after, input.limit);
    const last = page.at(-1);
    return {
      days: input.days,
      items: page.map((change) => changeItem(change, asked)),
      checked: await this.checked(input.connection_id, page),
      next_cursor: hasMore && last !== undefined ? cursorOf(last.detected_at, last.id) : null,
    };
  }

  /** The names of the relational connections in question, by id. */
  private asked(actor: Actor, connectionId: string | undefined): RelationalNames {
    if (connectionId === undefined) return this.connections.relationalNames(actor);
    return new Map([[connectionId, this.source.relational(actor, connectionId).name]]);
  }

  private async checked(
    connectionId: string | undefined,
    page: readonly SchemaChange[],
  ): Promise<SchemaChangesOutput['checked']> {
    const ids = connectionId === undefined ? [...new Set(page.map((one) => one.connection_id))] : [connectionId];
    const checks = await this.recent.checksOf(ids);
    return [...checks.values()].map((check) => ({
      connection_id: check.connectionId,
      checked_at: check.checkedAt,
      last_error: check.lastError,
    }));
  }
}

function statusItem(standing: ContractStanding, asked: RelationalNames): ContractStatusOutput['items'][number] {
  const broken = standing.violation?.items ?? [];
  return {
    connection_id: standing.connectionId,
    connection_name: asked.get(standing.connectionId) ?? standing.connectionId,
    contract: standing.name,
    state: standing.state,
    stale: standing.staleReason !== null,
    frozen_at: standing.frozenAt,
    evaluated_at: standing.evaluatedAt,
    stale_reason: standing.staleReason,
    broken_since: standing.violation?.opened_at ?? null,
    broken_count: broken.length,
    broken: broken.slice(0, SHOWN_PER_ITEM).map(lineOf),
  };
}

function withoutContract(id: string, name: string): ContractStatusOutput['items'][number] {
  const nothing = { frozen_at: null, evaluated_at: null, stale: false, stale_reason: null, broken_since: null };
  const none = { contract: null, state: 'no_contract' as const, broken_count: 0, broken: [] };
  return { connection_id: id, connection_name: name, ...nothing, ...none };
}

function changeItem(change: SchemaChange, asked: RelationalNames): SchemaChangesOutput['items'][number] {
  return {
    id: change.id,
    connection_id: change.connection_id,
    connection_name: asked.get(change.connection_id) ?? change.connection_id,
    detected_at: change.detected_at,
    change_count: change.changes.length,
    changes: change.changes.slice(0, SHOWN_PER_ITEM).map(lineOf),
  };
}

function lineOf(part: { kind: string; table: string; column?: string; summary: string }): Line {
  const { kind, table, column = null, summary } = part;
  return { kind, table, column, summary: summary.slice(0, MAX_SUMMARY) };
}
