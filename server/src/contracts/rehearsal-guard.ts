import { Injectable } from '@nestjs/common';
import { MAX_PROBLEM_ERRORS } from '#libs/problem';
import { rehearsalObstacle } from '#libs/sql';
import type { RehearsalObstacle, SqlStatement, StatementTree } from '#libs/sql';
import { Problem } from '../platform/index.js';
import { EditingService } from '../studio/index.js';
import { lineFinder } from './line-finder.js';

/** Decides by the parser of Postgres which statements can be tried out in a transaction that is rolled back. */
@Injectable()
export class RehearsalGuard {
  constructor(private readonly editing: EditingService) {}

  /**
   * Throws `cannot-be-rehearsed` with each statement that cannot be, and for a text that the parser does not take or in
   * which it finds more than one statement: what is run is what was parsed.
   */
  async refuseObstacles(text: string, statements: readonly SqlStatement[]): Promise<void> {
    const parsed = await this.editing.postgresTrees(statements.map(({ sql }) => sql));
    const obstacles = statements.flatMap(({ start }, index) => {
      const read = parsed[index] ?? { message: 'it was not parsed' };
      const obstacle = 'message' in read ? unreadable(read.message) : obstacleAmong(read.trees);
      return obstacle === null ? [] : [{ ...obstacle, start }];
    });
    if (obstacles.length > 0) throw refusal(text, obstacles);
  }
}

function obstacleAmong(trees: readonly StatementTree[]): RehearsalObstacle | null {
  if (trees.length > 1)
    return { name: 'Several statements in one', hint: 'Put a semicolon and a line break between them.' };
  return trees[0] === undefined ? null : rehearsalObstacle(trees[0]);
}

function unreadable(message: string): RehearsalObstacle {
  return { name: `A statement that the parser of PostgreSQL does not accept (${message})`, hint: 'Correct it.' };
}

function refusal(text: string, obstacles: readonly (RehearsalObstacle & { readonly start: number })[]): Problem {
  const line = lineFinder(text);
  const errors = obstacles.slice(0, MAX_PROBLEM_ERRORS).map(({ name, start, hint }) => ({
    pointer: '/sql',
    detail: `Line ${line(start)}: ${name}. ${hint}`,
  }));
  const names = [...new Set(obstacles.map(({ name }) => name))].join(', ');
  const hint = obstacles.length === 1 ? ` ${obstacles[0]?.hint ?? ''}` : '';
  return new Problem('cannot-be-rehearsed', `${names} cannot be tried out.${hint} Nothing was run.`, { errors });
}
