import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { ChangeSetDetails, ChangeSqlInput, StatementItem } from '#libs/api';
import { dialectOf } from '#libs/dialects';
import { shortened } from '#libs/markup';
import { changesData, leadingWords } from '#libs/sql';
import type { SqlDialect, WriteTarget } from '#libs/sql';
import { ConnectFailure, ConnectionsQueries, problemOfConnectFailure } from '../connections/index.js';
import { Problem, TextThreads } from '../platform/index.js';
import { WriteCheck, runStatements, statementItem } from '../studio/index.js';
import { ChangesService } from './changes.service.js';
import { StatementObstacles } from './work/statement-obstacles.js';

/** Makes change sets of texts, so that what they write can be shown before they run. */
@Injectable()
export class ChangesFromSql {
  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly threads: TextThreads,
    private readonly checks: WriteCheck,
    private readonly obstacles: StatementObstacles,
    private readonly changes: ChangesService,
  ) {}

  /**
   * A draft of the statements of a text; queries are left out. Throws `connection-not-found`, `change-refused` where the
   * engine cannot rehearse statements or the text only reads, `cannot-be-rehearsed`, `person-limit`, and what
   * `runStatements` does.
   */
  async make(actor: Actor, { connection_id: id, sql, parameters }: ChangeSqlInput): Promise<ChangeSetDetails> {
    const { capabilities, engine } = this.connections.get(actor, id);
    if (!capabilities.statement_changes)
      throw new Problem('change-refused', `${engine.label} supports only row edits in change sets.`);
    const { dialect } = await this.connections.connector(actor, id);
    const read = (await runStatements(this.threads, sql, dialect, parameters)).map(statementItem);
    const found = await this.checks
      .ofStatements(
        actor,
        id,
        read.map((item) => item.sql),
      )
      .catch(asProblem);
    if (found.every(({ verdict }) => verdict === 'reads'))
      throw new Problem('change-refused', 'The text writes nothing, so there is nothing to preview. Run it.');
    const isParsed = dialectOf(dialect).writes.shownBy === 'parser';
    const isTaken = ({ sql: text }: StatementItem) => isParsed && changesData(text, dialect);
    const items = read.filter((item, place) => found[place]?.verdict !== 'reads' || isTaken(item));
    const targets = await this.obstacles.refuse(items, dialect);
    const title = shortened(titleOf(items, targets, dialect), 200);
    return this.changes.create(actor, { connection_id: id, title, items });
  }
}

/** `UPDATE shop.orders and 2 more statements`; without any value, because notifications quote titles. */
function titleOf(
  items: readonly StatementItem[],
  targets: ReadonlyMap<number, WriteTarget>,
  dialect: SqlDialect,
): string {
  const [verb = 'Statement'] = leadingWords(items[0]?.sql ?? '', dialect, 1);
  const target = targets.get(0);
  const table = target === undefined ? '' : ` ${target.schema === null ? '' : `${target.schema}.`}${target.table}`;
  const others = items.length - 1;
  return `${verb}${table}${others === 0 ? '' : ` and ${others} more ${others === 1 ? 'statement' : 'statements'}`}`;
}

function asProblem(error: unknown): never {
  throw error instanceof ConnectFailure ? problemOfConnectFailure(error) : error;
}
