import { parse } from 'yaml';
import { textImpacts } from '#libs/impact';
import { readPlan } from '#libs/plan';
import type { Plan, PlanThresholds } from '#libs/plan';
import {
  changesData,
  clientCommand,
  lintedStatements,
  offsetAfterFormat,
  readExplainText,
  readFixedText,
  readRunText,
  isEquivalent,
  splitStatements,
  textParameters,
  withKeywordCase,
  withPlainParameters,
} from '#libs/sql';
import type { SqlDialect, SqlStatement } from '#libs/sql';
import { destructiveFindings, readsOnly } from '#libs/write-safety';
import { isYamlNestedTooDeeply } from './yaml-nesting.js';

/** What reading a text in a foreign format gives: plain data, or why it cannot be read. */
export type TextReading<T> =
  { readonly kind: 'read'; readonly value: T } | { readonly kind: 'unreadable'; readonly why: string };

/** Aliases of a YAML document: more of them can blow a few bytes up to gigabytes. */
const MAX_YAML_ALIASES = 10;

/** A text of more is not checked: handing the statements from thread to thread would hold up the event loop. */
const MOST_LINTED_STATEMENTS = 10_000;

/**
 * What is done with texts that people send. Arguments and answers are plain data, so that the same function runs in place
 * for a short text and in a thread for a long one.
 */
export const TEXT_TASKS = {
  readRunText,
  readFixedText,
  readExplainText,
  destructiveFindings,
  readsOnly,
  changesData,
  textParameters,
  textImpacts,
  splitStatements: (sql: string, dialect: SqlDialect): SqlStatement[] => splitStatements(sql, dialect),
  /** A command of a client in the text, its statements, and each as a grammar without named parameters takes it. */
  lintedText: (sql: string, dialect: SqlDialect) => {
    const command = clientCommand(sql, dialect);
    const found = command === null ? lintedStatements(sql, dialect) : [];
    const statements = found.length > MOST_LINTED_STATEMENTS ? [] : found;
    return { command, statements, plain: statements.map((one) => withPlainParameters(one.sql, dialect)) };
  },
  /** Where the cursor stands in a text that a formatter made of another; null where the two say different things. */
  formattedOffset: (before: string, after: string, dialect: SqlDialect, offset: number): number | null =>
    isEquivalent(before, after, dialect) ? offsetAfterFormat(before, after, offset) : null,
  withKeywordCase,
  readPlanText: (text: string, thresholds: Partial<PlanThresholds>): TextReading<Plan> =>
    reading(() => readPlan(text, thresholds)),
  readYaml: (text: string): TextReading<unknown> =>
    isYamlNestedTooDeeply(text)
      ? { kind: 'unreadable', why: 'is nested too deeply' }
      : // Each unknown tag would be a warning of the process.
        reading(() => parse(text, { maxAliasCount: MAX_YAML_ALIASES, logLevel: 'error' }) as unknown),
} as const;

function reading<T>(read: () => T): TextReading<T> {
  try {
    return { kind: 'read', value: read() };
  } catch (error) {
    return { kind: 'unreadable', why: error instanceof Error ? error.message : String(error) };
  }
}

export type TextTaskName = keyof typeof TEXT_TASKS;
export type TextTaskArguments<Name extends TextTaskName> = Parameters<(typeof TEXT_TASKS)[Name]>;
export type TextTaskAnswer<Name extends TextTaskName> = ReturnType<(typeof TEXT_TASKS)[Name]>;

/** Does a task by its name. */
export function runTextTask<Name extends TextTaskName>(
  name: Name,
  args: TextTaskArguments<Name>,
): TextTaskAnswer<Name> {
  const task = TEXT_TASKS[name] as unknown as (...given: TextTaskArguments<Name>) => TextTaskAnswer<Name>;
  return task(...args);
}
