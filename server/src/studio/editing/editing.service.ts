import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { FormatAnswer, FormatRequest, LintAnswer, LintMarker, LintRequest } from '#libs/api';
import { shieldColumns, syntaxMarker } from '#libs/sql';
import type { SqlDialect, SqlStatement, StatementTree, WriteTarget } from '#libs/sql';
import { ConnectionsQueries, SqliteGrammar } from '../../connections/index.js';
import { Problem, TextThreads } from '../../platform/index.js';
import { CompletionService } from '../completion/completion.service.js';
import type { TextWrites } from './grammar-program.js';
import { grammarThread } from './grammar-thread.js';
import { syntaxChecks } from './syntax-check.js';

/** A longer text is not laid out, and not looked at as one types, in characters. */
const MAX_FORMAT = 200_000;
const MAX_LINT = 1_000_000;
/** More markers do not help a reader. */
const MAX_MARKERS = 100;

/** A text as the parser of Postgres reads it. */
export type PostgresText =
  | { readonly trees: readonly StatementTree[]; readonly targets: readonly (WriteTarget | null)[] }
  | { readonly message: string };

/** Lays texts out and reads them with the engine's own grammar; nothing of a text is ever run. */
@Injectable()
export class EditingService implements OnModuleDestroy {
  private readonly thread = grammarThread();
  private readonly sqlite = new SqliteGrammar();
  private readonly checks = syntaxChecks(this.thread, this.sqlite);

  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly threads: TextThreads,
    private readonly completion: CompletionService,
  ) {}

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.thread.close(), this.sqlite.close()]);
  }

  /**
   * Lays a text out in the connection's dialect; names keep their case, comments their place, and `offset` stays at the
   * same character. Columns of `table` are names. Throws `connection-not-found`, `too-large`, `text-too-hard`, and `not-formattable` where the text
   * cannot be read or would say something else afterwards.
   */
  async format(
    actor: Actor,
    { connection_id: id, sql, offset, table, tab_size: tabSize = 2, keyword_case: keywordCase = 'keep' }: FormatRequest,
  ): Promise<FormatAnswer> {
    const { dialect } = await this.connections.connector(actor, id);
    if (sql.length > MAX_FORMAT)
      throw new Problem('too-large', `Texts of up to ${MAX_FORMAT} characters can be formatted.`);
    if (sql.trim() === '') return { sql: '', offset: 0 };
    const columns = table ? await this.columnsOf(actor, id, table) : [];
    const shielded = shieldColumns(sql, columns, dialect);
    const answer = await this.thread.ask({ kind: 'format', dialect, sql: shielded.sql, tabSize });
    if (!('text' in answer)) throw new Problem('not-formattable', 'error' in answer ? answer.error : undefined);
    const text = shielded.restore(answer.text);
    const at = await this.threads.run('formattedOffset', sql, text, dialect, offset ?? sql.length);
    if (at === null) {
      throw new Problem('not-formattable', 'Formatting would change the meaning of the text, so it stays as it is.');
    }
    return { sql: await this.threads.run('withKeywordCase', text, keywordCase, dialect), offset: at };
  }

  /** None where the table is gone or its database is away: a text is laid out without a database, too. */
  private async columnsOf(actor: Actor, id: string, { schema, name }: NonNullable<FormatRequest['table']>) {
    try {
      const { catalog } = (await this.completion.document(actor, id)).index;
      const tables = catalog.schemas.find((one) => one.name === schema)?.tables ?? [];
      return tables.find((one) => one.name === name)?.columns ?? [];
    } catch (error) {
      if (error instanceof Problem) return [];
      throw error;
    }
  }

  /** What the engine's grammar does not take, in the order of the text. Throws `connection-not-found`, `text-too-hard`. */
  async lint(actor: Actor, { connection_id: id, sql }: LintRequest): Promise<LintAnswer> {
    const { dialect } = await this.connections.connector(actor, id);
    if (sql.length > MAX_LINT) return { markers: [] };
    const { command, statements, plain } = await this.threads.run('lintedText', sql, dialect);
    if (command !== null) return { markers: [commandMarker(command)] };
    return { markers: await this.grammarMarkers(statements, plain, dialect) };
  }

  /**
   * What the parser of Postgres makes of each text: the trees of its statements, or its message. Throws `text-too-hard`.
   */
  async postgresTrees(texts: readonly string[]): Promise<readonly PostgresText[]> {
    const answer = await this.thread.ask({ kind: 'trees', statements: texts });
    if ('texts' in answer) return answer.texts as readonly PostgresText[];
    throw new Problem('text-too-hard');
  }

  /** Whether each statement writes, by the parser of Postgres. Throws `text-too-hard`. */
  async postgresWrites(statements: readonly string[]): Promise<readonly TextWrites[]> {
    const answer = await this.thread.ask({ kind: 'writes', statements });
    if ('writes' in answer) return answer.writes;
    throw new Problem('text-too-hard');
  }

  /** How often a text names each table, by the parser of Postgres; null where it cannot be read. Throws `text-too-hard`. */
  async postgresReads(sql: string): Promise<ReadonlyMap<string, number> | null> {
    const answer = await this.thread.ask({ kind: 'reads', sql });
    if ('reads' in answer) return answer.reads;
    if ('error' in answer) return null;
    throw new Problem('text-too-hard');
  }

  private async grammarMarkers(
    statements: readonly SqlStatement[],
    texts: readonly string[],
    dialect: SqlDialect,
  ): Promise<LintMarker[]> {
    if (statements.length === 0) return [];
    const problems = await this.checks[dialect](texts, dialect);
    const found = statements.flatMap((statement, index) =>
      problems[index] ? [{ statement, problem: problems[index] }] : [],
    );
    const markers = found.map(({ statement, problem }) => syntaxMarker(statement, problem));
    // A statement that ends in an unclosed token is judged with the token, and the token by itself.
    const isFirst = ({ start }: LintMarker, index: number) => markers.findIndex((one) => one.start === start) === index;
    return markers
      .slice(0, 2 * MAX_MARKERS)
      .filter(isFirst)
      .slice(0, MAX_MARKERS);
  }
}

function commandMarker({ command, offset, hint }: { command: string; offset: number; hint: string }): LintMarker {
  const length = /^(?:\\|\.)/.test(command) ? command.length : 4;
  return { message: hint, severity: 'error', start: offset, end: offset + length };
}
