import { Injectable } from '@nestjs/common';
import type { ChangeItem } from '#libs/api';
import { isRowEdit } from '#libs/changes';
import { dialectOf } from '#libs/dialects';
import type { SqlDialect } from '#libs/dialects';
import { rehearsalObstacle } from '#libs/sql';
import type { RehearsalObstacle, WriteTarget } from '#libs/sql';
import { Problem } from '../../platform/index.js';
import { EditingService } from '../../studio/index.js';

/** Decides by the engine's parser which statements may be part of a change set. */
@Injectable()
export class StatementObstacles {
  constructor(private readonly editing: EditingService) {}

  /**
   * Throws `cannot-be-rehearsed` where a statement begins or ends transactions, runs outside of them or reaches beyond the
   * database, and where it cannot be read: a rollback would not take it back. Answers with the tables that the others write,
   * by the place of their item.
   */
  async refuse(items: readonly ChangeItem[], dialect: SqlDialect): Promise<Map<number, WriteTarget>> {
    const texts = items.flatMap((item, index) => (isRowEdit(item) ? [] : [{ index, sql: item.sql }]));
    if (texts.length === 0) return new Map();
    // Other engines show the plan of a statement in the transaction, where the tables of earlier ones are there.
    if (dialectOf(dialect).writes.shownBy !== 'parser') return new Map();
    const parsed = await this.editing.postgresTrees(texts.map(({ sql }) => sql));
    const errors = texts.flatMap(({ index }, place) => {
      const obstacle = obstacleIn(parsed[place]);
      return obstacle === null
        ? []
        : [{ pointer: `/items/${index}/sql`, detail: `${obstacle.name}. ${obstacle.hint}` }];
    });
    if (errors.length > 0) throw new Problem('cannot-be-rehearsed', errors[0]?.detail, { errors: errors.slice(0, 20) });
    return new Map(texts.flatMap(({ index }, place) => targetOf(index, parsed[place])));
  }
}

type Parsed = Awaited<ReturnType<EditingService['postgresTrees']>>[number] | undefined;

function targetOf(index: number, parsed: Parsed): [number, WriteTarget][] {
  const target = parsed === undefined || 'message' in parsed ? null : (parsed.targets[0] ?? null);
  return target === null ? [] : [[index, target]];
}

function obstacleIn(parsed: Parsed): RehearsalObstacle | null {
  if (parsed === undefined || 'message' in parsed)
    return { name: 'The parser of PostgreSQL does not take the statement', hint: parsed?.message ?? 'It is too long.' };
  const [tree] = parsed.trees;
  if (tree === undefined || parsed.trees.length > 1)
    return { name: 'An item is one statement', hint: 'Make each statement an item of its own.' };
  return rehearsalObstacle(tree);
}
