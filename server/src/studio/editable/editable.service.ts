import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { ColumnDetails, StatementEditability, TableDetails } from '#libs/api';
import { editability } from '#libs/changes';
import type { ColumnSource, SourceTable } from '#libs/changes';
import { dialectOf } from '#libs/dialects';
import type { SqlDialect } from '#libs/sql';
import { ConnectFailure, ConnectionsQueries, problemOfConnectFailure } from '../../connections/index.js';
import type { Connector, StatementReads } from '../../connections/index.js';
import { EditingService } from '../editing/editing.service.js';
import { RunsService } from '../runs/runs.service.js';

const TIMEOUT_MS = 15_000;

/** Says whether the rows of a result can be edited. Nothing of it is done before it is asked for. */
@Injectable()
export class EditableService {
  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly runs: RunsService,
    private readonly editing: EditingService,
  ) {}

  /**
   * Where the columns of a statement's result come from, and which table's rows can be edited in it, or why none. Throws
   * `run-not-found`, `not-found`, and what kept the database from being reached.
   */
  async find(actor: Actor, runId: string, index: number, isGone: AbortSignal): Promise<StatementEditability> {
    const statement = this.runs.statement(actor, runId, index);
    const { connectionId, dialect } = this.runs.find(actor, runId).context;
    const { origins: found, resultColumns } = statement;
    const connector = await this.connections.connector(actor, connectionId);
    const origins = (resultColumns ?? []).map(() => null);
    const refused = this.refusal(actor, connectionId, connector);
    if (found === null || connector.rowOrigins === undefined)
      return { origins, editable: { reason: refused ?? noSources(resultColumns === null) } };
    const { columns, ownSettings } = found;
    const signal = AbortSignal.any([isGone, AbortSignal.timeout(TIMEOUT_MS)]);
    const tables = await connector.rowOrigins.tables(relationsOf(columns), signal).catch(asProblem);
    const details = await this.details(actor, connectionId, tables, signal);
    const sources = { columns, tables, details, ownSettings };
    const first = editability({ ...sources, reads: new Map() });
    if (refused !== null) return { ...first, editable: { reason: refused } };
    if ('reason' in first.editable) return first;
    const reads =
      (await connector.rowOrigins.reads?.(statement.sql, columns, signal).catch(asProblem)) ??
      (await this.parsedReads(statement.sql, dialect));
    return 'obstacle' in reads ? { origins, editable: { reason: reads.obstacle } } : editability({ ...sources, reads });
  }

  private refusal(actor: Actor, connectionId: string, connector: Connector): string | null {
    const connection = this.connections.get(actor, connectionId);
    if (connection.read_only) return `${connection.name} is read-only.`;
    if (!connection.capabilities.change_sets) return `Rows cannot be edited in ${connection.engine.label}.`;
    return connector.rowOrigins === undefined ? noSources(false) : null;
  }

  private async details(
    actor: Actor,
    id: string,
    tables: ReadonlyMap<string, SourceTable>,
    signal: AbortSignal,
  ): Promise<Map<string, readonly ColumnDetails[]>> {
    const found = new Map<string, readonly ColumnDetails[]>();
    for (const [relation, { schema, table, obstacle }] of tables) {
      if (obstacle !== null) continue;
      const details = (await this.connections.schema(actor, id, { schema, table }, signal)) as TableDetails;
      found.set(relation, details.columns);
    }
    return found;
  }

  private async parsedReads(sql: string, dialect: SqlDialect): Promise<StatementReads> {
    if (dialectOf(dialect).writes.shownBy !== 'parser') return new Map();
    return (await this.editing.postgresReads(sql)) ?? { obstacle: 'The statement could not be read.' };
  }
}

function relationsOf(columns: readonly (ColumnSource | null)[]): string[] {
  return [...new Set(columns.flatMap((source) => (source === null ? [] : [source.relation])))];
}

function noSources(isWithoutRows: boolean): string {
  return isWithoutRows ? 'The statement has no rows.' : 'The database does not say where the columns come from.';
}

function asProblem(error: unknown): never {
  throw error instanceof ConnectFailure ? problemOfConnectFailure(error) : error;
}
