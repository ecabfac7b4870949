import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { FormatAnswer, FormatRequest, LintAnswer, LintMarker, LintRequest } from '#libs/api';
import {
  clientCommand,
  offsetAfterFormat,
  saysTheSame,
  splitStatements,
  syntaxMarker,
  withPlainParameters,
} from '#libs/sql';
import type { SqlDialect } from '#libs/sql';
import { ConnectionsQueries, SqliteGrammar } from '../../connections/index.js';
import { Problem } from '../../platform/index.js';
import { GrammarThread } from './grammar-thread.js';
import { syntaxChecks } from './syntax-check.js';

/** A longer text is not laid out, and not looked at as one types, in characters. */
const MAX_FORMAT = 200_000;
const MAX_LINT = 1_000_000;
/** More markers help nobody. */
const MAX_MARKERS = 100;

const LANGUAGES = { postgres: 'postgresql', duckdb: 'duckdb', sqlite: 'sqlite' } as const;

/** Lays texts out and reads them with the engine's own grammar; nothing of a text is ever run. */
@Injectable()
export class EditingService implements OnModuleDestroy {
  private readonly thread = new GrammarThread();
  private readonly sqlite = new SqliteGrammar();
  private readonly checks = syntaxChecks(this.thread, this.sqlite);

  constructor(private readonly connections: ConnectionsQueries) {}

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.thread.close(), this.sqlite.close()]);
  }

  /**
   * Lays a text out in the connection's dialect; words keep their case, comments their place, and `offset` stays at the
   * same character. Throws `connection-not-found`, `too-large`, `text-too-hard`, and `not-formattable` where the text
   * cannot be read or would say something else afterwards.
   */
  async format(actor: Actor, { connection_id: id, sql, offset }: FormatRequest): Promise<FormatAnswer> {
    const { dialect } = await this.connections.connector(actor, id);
    if (sql.length > MAX_FORMAT)
      throw new Problem('too-large', `Texts of up to ${MAX_FORMAT} characters can be laid out.`);
    if (sql.trim() === '') return { sql: '', offset: 0 };
    const answer = await this.thread.ask({ kind: 'format', language: LANGUAGES[dialect], sql });
    if (!('text' in answer)) throw new Problem('not-formattable', 'error' in answer ? answer.error : undefined);
    if (!saysTheSame(sql, answer.text, dialect)) {
      throw new Problem('not-formattable', 'Laid out, the text would say something else; it is left as it is.');
    }
    return { sql: answer.text, offset: offsetAfterFormat(sql, answer.text, offset ?? sql.length) };
  }

  /** What the engine's grammar does not take, in the order of the text. Throws `connection-not-found`, `text-too-hard`. */
  async lint(actor: Actor, { connection_id: id, sql }: LintRequest): Promise<LintAnswer> {
    const { dialect } = await this.connections.connector(actor, id);
    if (sql.length > MAX_LINT) return { markers: [] };
    const command = clientCommand(sql, dialect);
    if (command !== null) return { markers: [commandMarker(command)] };
    return { markers: (await this.grammarMarkers(sql, dialect)).slice(0, MAX_MARKERS) };
  }

  private async grammarMarkers(sql: string, dialect: SqlDialect): Promise<LintMarker[]> {
    const statements = splitStatements(sql, dialect);
    if (statements.length === 0) return [];
    const texts = statements.map((statement) => withPlainParameters(statement.sql, dialect));
    const problems = await this.checks[dialect](texts);
    return statements.flatMap((statement, index) => {
      const problem = problems[index];
      return problem ? [syntaxMarker(statement, problem)] : [];
    });
  }
}

function commandMarker({ command, offset, hint }: { command: string; offset: number; hint: string }): LintMarker {
  const length = /^(?:\\|\.)/.test(command) ? command.length : 4;
  return { message: hint, severity: 'error', start: offset, end: offset + length };
}
