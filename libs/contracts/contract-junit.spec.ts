import { describe, expect, it } from '@jest/globals';
import { compareViolations, contractJunit } from './index.js';
import type { CheckReport, Violation } from './index.js';

const gone = (column: string): Violation => ({
  ...{ schema: 'public', name: 'orders', table: 'orders', kind: 'column_gone', column, expected: 'text' },
  summary: `orders.${column}: column no longer exists`,
});
const retyped = (actual: string): Violation => ({
  ...{ schema: 'public', name: 'orders', table: 'orders', kind: 'type_changed', column: 'total', expected: 'text' },
  ...{ actual, summary: `orders.total: type text → ${actual}` },
});
const report: CheckReport = {
  contract: 'Billing & "Co"',
  connectionId: 'shop',
  checkedAt: '2026-11-20T10:00:00.000Z',
  elapsedMs: 1234.5,
  tables: [
    { schema: 'public', name: 'orders' },
    { schema: 'crm', name: 'people' },
  ],
  statements: [{ sql: 'ALTER TABLE orders\n  DROP note', line: 1, elapsedMs: 12, status: 'succeeded', error: null }],
  broken: [gone('note'), gone('total')],
  alreadyBroken: [{ ...gone('id'), table: 'crm.people', summary: 'crm.people.id: column no longer exists' }],
};

describe('contractJunit', () => {
  it('lists each statement and each table of the contract', () => {
    expect(contractJunit(report)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="Contract check" time="1.234">
  <testsuite name="Migration" tests="1" failures="0" errors="0" skipped="0" timestamp="2026-11-20T10:00:00.000Z">
    <testcase classname="shop.migration" name="line 1: ALTER TABLE orders DROP note" time="0.012"/>
  </testsuite>
  <testsuite name="Billing &amp; &quot;Co&quot;" tests="2" failures="1" errors="0" skipped="0" timestamp="2026-11-20T10:00:00.000Z">
    <testcase classname="shop.contract" name="orders" time="0"><failure message="orders.note: column no longer exists" type="column_gone">orders.note: column no longer exists
orders.total: column no longer exists</failure></testcase>
    <testcase classname="shop.contract" name="crm.people" time="0"><system-out>Broken already:
crm.people.id: column no longer exists</system-out></testcase>
  </testsuite>
</testsuites>
`);
  });

  it('reports a failed statement as a failure, and the statements after it as skipped', () => {
    const statements: CheckReport['statements'] = [
      { sql: 'DROP <a>', line: 2, elapsedMs: 0, status: 'failed', error: 'table "a" does\nnot exist\u0000' },
      { sql: 'x'.repeat(200), line: 3, elapsedMs: 0, status: 'not_run', error: null },
    ];
    const xml = contractJunit({ ...report, statements, broken: [], alreadyBroken: [] });
    expect(xml).toContain('tests="2" failures="0" errors="1" skipped="1"');
    expect(xml).toContain(
      'name="line 2: DROP &lt;a&gt;" time="0.000"><error message="table &quot;a&quot; does&#10;not exist\uFFFD"/>',
    );
    expect(xml).toContain(`name="line 3: ${'x'.repeat(120)}…" time="0.000"><skipped/>`);
    expect(xml).toContain('name="orders" time="0"><skipped/></testcase>');
  });
});

it.each([
  ['spaces  and\n\tline ends', 'spaces and line ends'],
  [`  ${'x'.repeat(119)}`, ` ${'x'.repeat(119)}`],
  [`${'x'.repeat(119)} \n `, `${'x'.repeat(119)} `],
  [`${'x'.repeat(120)} `, `${'x'.repeat(120)}…`],
  ['😀'.repeat(120), '😀'.repeat(120)],
  ['😀'.repeat(121), `${'😀'.repeat(120)}…`],
  ['', ''],
])('cuts %j to %j', (sql, excerpt) => {
  const statements = [{ sql, line: 1, elapsedMs: 0, status: 'succeeded', error: null }] as const;
  expect(contractJunit({ ...report, statements })).toContain(` name="line 1: ${excerpt}" `);
});

it('looks at each violation a few times, however many tables there are', () => {
  const count = 500;
  let reads = 0;
  const tables = Array.from({ length: count }, (_, place) => ({ schema: 'public', name: `t${place}` }));
  const broken = tables.map(({ name }) => ({
    ...gone('id'),
    get table() {
      reads += 1;
      return name;
    },
  }));
  expect(contractJunit({ ...report, tables, broken, alreadyBroken: [] })).toContain(
    `tests="${count}" failures="${count}"`,
  );
  expect(reads).toBeLessThan(10 * count);
});

describe('compareViolations', () => {
  it('lists new, unchanged and resolved breaches', () => {
    const compared = compareViolations(
      [gone('a'), gone('b'), retyped('integer')],
      [gone('b'), gone('c'), retyped('date')],
    );
    expect(compared.broken).toEqual([gone('c'), retyped('date')]);
    expect(compared.alreadyBroken).toEqual([gone('b')]);
    expect(compared.mended).toEqual([gone('a'), retyped('integer')]);
  });
});
