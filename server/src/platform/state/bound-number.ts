import { Raw } from 'typeorm';
import type { FindOperator } from 'typeorm';

/**
 * Conditions on a whole number that changes with every look, such as the time. TypeORM writes a number into the text of
 * a statement for SQLite, so that each look would prepare a statement of its own, and push one that serves again out of
 * its store. These bind it, as digits: both databases compare them with a column of numbers as a number.
 */
export function atMost(value: number): FindOperator<number> {
  return Raw((column) => `${column} <= :atMost`, { atMost: String(value) }) as FindOperator<number>;
}

/** The same for what is greater. */
export function moreThan(value: number): FindOperator<number> {
  return Raw((column) => `${column} > :moreThan`, { moreThan: String(value) }) as FindOperator<number>;
}
