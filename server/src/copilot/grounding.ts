import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { CompletionCatalog, CopilotLevel, TableDetails } from '#libs/api';
import { estimateTokens, rankTables, schemaText, tableText } from '#libs/copilot';
import type { PromptTable, RankedTable, SchemaWords, TableRankingOptions } from '#libs/copilot';
import { ConnectionsQueries, SessionSlots } from '../connections/index.js';
import { Problem } from '../platform/index.js';
import { sampleValues } from './sample-values.js';

/** What of a database a prompt stands on. */
export interface GroundedSchema {
  /** What the database calls itself. */
  readonly engine: string;
  readonly text: string;
  /** The tables that `text` reports. */
  readonly tables: readonly PromptTable[];
  readonly defaultSchema: string;
}

/** How much ground is wanted. */
export interface GroundingOptions extends Omit<TableRankingOptions, 'defaultSchema' | 'dialect'> {
  readonly level: Exclude<CopilotLevel, 'off'>;
  readonly tokenBudget: number;
  readonly hasIndexes: boolean;
}

/** Beyond this a table is not what a question is about. */
const MOST_TABLES = 40;
const AT_ONCE = 4;

/** Finds the tables that a question is about, with the rights of the one who asks. */
@Injectable()
export class Grounding {
  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly slots: SessionSlots,
  ) {}

  /**
   * The likeliest tables within the budget, as far as `actor` may see them. Throws `connection-not-found` and what kept
   * the database from being reached.
   */
  async ground(
    actor: Actor,
    connectionId: string,
    options: GroundingOptions,
    signal: AbortSignal,
  ): Promise<GroundedSchema> {
    const connector = await this.connections.connector(actor, connectionId);
    const reading = await this.connections.completion(actor, connectionId, null);
    const catalog = reading?.catalog ?? null;
    // A connection to files knows its dialect once it was opened, which reading the catalog does.
    const { dialect } = connector;
    const defaultSchema = defaultSchemaOf(catalog);
    const ranked = rankTables(tablesOf(catalog), { ...options, defaultSchema, dialect }).slice(0, MOST_TABLES);
    const words: SchemaWords = { level: options.level, defaultSchema, dialect, hasIndexes: options.hasIndexes };
    const known = await this.details(actor, connectionId, ranked, words, options.tokenBudget, signal);
    const claim = { actor, connectionId, purpose: 'once', signal } as const;
    const openSession = () => this.slots.openSession(claim, connector, { isReadOnly: true });
    const sampled = options.level === 'samples' ? await sampleValues({ dialect, openSession }, known, signal) : known;
    // What was read is not sent on for those who may no longer see it.
    this.slots.requireAccess(claim, true);
    const server = connector.server();
    return {
      engine: server === null ? dialect : `${server.product} ${server.version}`,
      defaultSchema,
      ...schemaText(sampled, words, options.tokenBudget),
    };
  }

  /** Reads tables in their order until the budget is full. Throws where there are tables and none can be read. */
  private async details(
    actor: Actor,
    id: string,
    ranked: readonly RankedTable[],
    words: SchemaWords,
    tokenBudget: number,
    signal: AbortSignal,
  ): Promise<PromptTable[]> {
    const known: PromptTable[] = [];
    const failures: Problem[] = [];
    let tokens = 0;
    for (let from = 0; from < ranked.length && tokens < tokenBudget; from += AT_ONCE) {
      const some = ranked.slice(from, from + AT_ONCE);
      const read = await Promise.all(some.map((table) => this.detailsOf(actor, id, table, signal)));
      const there = read.filter((table): table is PromptTable => !(table instanceof Problem));
      failures.push(...read.filter((table) => table instanceof Problem));
      known.push(...there);
      tokens += there.reduce((sum, table) => sum + estimateTokens(tableText(table, words)), 0);
    }
    const [failure] = failures.filter(({ code }) => code !== 'table-not-found');
    if (known.length === 0 && failure !== undefined) throw failure;
    return known;
  }

  /** One table, or why it cannot be read: one file that is broken leaves the others of its folder usable. */
  private async detailsOf(
    actor: Actor,
    id: string,
    { schema, name }: RankedTable,
    signal: AbortSignal,
  ): Promise<PromptTable | Problem> {
    try {
      const details = await this.connections.schema(actor, id, { schema, table: name }, signal);
      return promptTable(details as TableDetails);
    } catch (error) {
      if (error instanceof Problem && !signal.aborted) return error;
      throw error;
    }
  }
}

function defaultSchemaOf(catalog: CompletionCatalog | null): string {
  const own = new Set(catalog?.schemas.filter((schema) => !schema.is_system).map(({ name }) => name));
  return catalog?.search_path.find((name) => own.has(name)) ?? catalog?.search_path[0] ?? '';
}

function tablesOf(catalog: CompletionCatalog | null): RankedTable[] {
  const schemas = catalog?.schemas.filter((schema) => !schema.is_system) ?? [];
  return schemas.flatMap(({ name: schema, tables }) =>
    tables.map(({ name, columns, foreign_keys: keys = [] }) => ({
      schema,
      name,
      columns,
      foreignKeys: keys.map(({ references }) => ({ schema: references.schema, table: references.table })),
    })),
  );
}

function promptTable(details: TableDetails): PromptTable {
  return {
    schema: details.schema,
    name: details.name,
    kind: details.kind.replaceAll('_', ' '),
    comment: details.comment,
    estimatedRows: details.estimated_rows,
    columns: details.columns.map(({ name, type, nullable, comment }) => ({
      ...{ name, type, comment, isNullable: nullable },
      samples: [],
    })),
    primaryKey: details.primary_key?.columns ?? [],
    foreignKeys: details.foreign_keys.map(({ columns, references }) => ({ columns, references })),
    indexes: details.indexes.map(({ name, columns, is_unique: isUnique }) => ({ name, columns, isUnique })),
  };
}
