import { shownTable } from '../catalog/index.js';
import type { TableName } from '../catalog/index.js';
import { groupedBy } from '../lists/index.js';
import { xmlText } from '../markup/index.js';
import type { Violation } from './violation.js';

/** Stands for what XML cannot hold. */
const LOST = '\uFFFD';

/** What a check of a migration found, as far as a report for a build reports it. */
export interface CheckReport {
  readonly contract: string;
  readonly connectionId: string;
  /** ISO 8601. */
  readonly checkedAt: string;
  readonly elapsedMs: number;
  readonly tables: readonly TableName[];
  readonly statements: readonly ReportedStatement[];
  readonly broken: readonly Violation[];
  readonly alreadyBroken: readonly Violation[];
}

/** One statement of the migration. */
export interface ReportedStatement {
  readonly sql: string;
  /** 1-based, in the text that was checked. */
  readonly line: number;
  readonly elapsedMs: number;
  readonly status: 'succeeded' | 'failed' | 'not_run';
  /** What the database said; null unless it failed. */
  readonly error: string | null;
}

const EXCERPT_CHARS = 120;

/**
 * A check as JUnit XML: a suite with a case for each statement, where one that failed is an error; and a suite with a
 * case for each table of the contract, where what the migration would break is a failure. What was broken before is reported
 * in the case's output and fails nothing. Where a statement failed, the tables are skipped.
 */
export function contractJunit(report: CheckReport): string {
  const migration = report.statements.map((statement) => statementCase(statement, report.connectionId));
  const hasFailed = report.statements.some(({ status }) => status === 'failed');
  const [broken, alreadyBroken] = [byTable(report.broken), byTable(report.alreadyBroken)];
  const tables = report.tables.map((table) => {
    const name = shownTable(table);
    const found = { own: broken.get(name) ?? [], old: alreadyBroken.get(name) ?? [] };
    return tableCase(name, report.connectionId, hasFailed ? null : found);
  });
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: 'Contract check', time: seconds(report.elapsedMs) })}>`,
    ...suite({ name: 'Migration', ...counts(migration, 0, hasFailed ? 1 : 0), timestamp: report.checkedAt }, migration),
    ...suite({ name: report.contract, ...counts(tables, broken.size, 0), timestamp: report.checkedAt }, tables),
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function statementCase({ sql, line, elapsedMs, status, error }: ReportedStatement, connectionId: string): string {
  const name = `line ${line}: ${excerptOf(sql)}`;
  const head = `    <testcase${attributes({ classname: `${connectionId}.migration`, name, time: seconds(elapsedMs) })}`;
  if (status === 'not_run') return `${head}><skipped/></testcase>`;
  return error === null ? `${head}/>` : `${head}><error${attributes({ message: error })}/></testcase>`;
}

const byTable = (violations: readonly Violation[]): Map<string, Violation[]> =>
  groupedBy(violations, ({ table }) => table);

/** What is broken of one table: by the migration, and before it. */
interface BrokenTable {
  readonly own: readonly Violation[];
  readonly old: readonly Violation[];
}

/** `found` is null where nothing is known. */
function tableCase(name: string, connectionId: string, found: BrokenTable | null): string {
  const head = `    <testcase${attributes({ classname: `${connectionId}.contract`, name, time: '0' })}`;
  if (found === null) return `${head}><skipped/></testcase>`;
  const { own, old } = found;
  const summaries = (violations: readonly Violation[]): string => violations.map(({ summary }) => summary).join('\n');
  const body = [
    own.length === 0
      ? ''
      : `<failure${attributes({ message: summaries(own.slice(0, 1)), type: own[0]?.kind ?? '' })}>${xmlText(summaries(own), LOST)}</failure>`,
    old.length === 0 ? '' : `<system-out>Broken already:\n${xmlText(summaries(old), LOST)}</system-out>`,
  ].join('');
  return body === '' ? `${head}/>` : `${head}>${body}</testcase>`;
}

function counts(cases: readonly string[], failures: number, errors: number): Record<string, string> {
  const skipped = cases.filter((line) => line.endsWith('<skipped/></testcase>')).length;
  return { tests: `${cases.length}`, failures: `${failures}`, errors: `${errors}`, skipped: `${skipped}` };
}

function suite(about: Readonly<Record<string, string>>, cases: readonly string[]): string[] {
  return [`  <testsuite${attributes(about)}>`, ...cases, '  </testsuite>'];
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${xmlText(value, LOST).replaceAll('\n', '&#10;')}"`)
    .join('');
}

function seconds(elapsedMs: number): string {
  return (elapsedMs / 1000).toFixed(3);
}

/** The first characters in one line; a long text is not read beyond them. */
function excerptOf(sql: string): string {
  const characters: string[] = [];
  for (const [piece] of sql.matchAll(/\s+|[^]/gu)) {
    if (characters.length === EXCERPT_CHARS) return `${characters.join('')}…`;
    characters.push(/^\s/.test(piece) ? ' ' : piece);
  }
  return characters.join('');
}
