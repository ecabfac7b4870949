import { shownColumns, shownForeignKey, shownText } from '#libs/catalog';
import type { Violation } from '#libs/contracts';

/** What a contract expects beside what is there. */
export interface Expectation {
  readonly expected: string;
  readonly actual: string;
}

/** The two sides of a breakage, as they stand beside each other. */
export function expectationOf(violation: Violation): Expectation {
  switch (violation.kind) {
    case 'table_gone':
      return { expected: 'table', actual: 'table is gone' };
    case 'column_gone':
      return { expected: shownText(violation.expected), actual: 'column is gone' };
    case 'type_changed':
      return { expected: shownText(violation.expected), actual: shownText(violation.actual) };
    case 'nullability_changed':
      return { expected: nullability(violation.expected), actual: nullability(violation.actual) };
    case 'primary_key_changed':
      return { expected: shownColumns(violation.expected), actual: keyOrNone(violation.actual) };
    case 'foreign_key_gone':
      return { expected: shownForeignKey(violation.expected), actual: 'no foreign key' };
  }
}

function nullability(isNullable: boolean): string {
  return isNullable ? 'nullable' : 'NOT NULL';
}

function keyOrNone(columns: readonly string[]): string {
  return columns.length === 0 ? 'no primary key' : shownColumns(columns);
}
