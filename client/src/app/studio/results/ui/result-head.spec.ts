import { TestBed } from '@angular/core/testing';
import { describe, expect, it } from '@jest/globals';
import type { StatementResult } from '#libs/api';
import { statementSample } from '../../../../testing/run-samples';
import { ResultHead } from './result-head';

/** The words without the space between them, which is a matter of style sheets. */
async function textOf(change: Partial<StatementResult>, inputs: Record<string, unknown> = {}): Promise<string> {
  const fixture = TestBed.createComponent(ResultHead);
  for (const [name, value] of Object.entries({ statement: statementSample(change), ...inputs }))
    fixture.componentRef.setInput(name, value);
  await fixture.whenStable();
  return (fixture.nativeElement as HTMLElement).textContent.replace(/\s+/g, '');
}

const noRows = { columns: null, rows: [], row_count: null };
const notice = { severity: 'NOTICE', message: 'three rows were audited', sqlstate: '00000', detail: null, hint: null };

const arriving = { row_count: null, complete: false, status: 'running', delivery: 'paged' } as const;
const failed = { row_count: 12_000, status: 'failed', delivery: 'paged' } as const;

describe('ResultHead', () => {
  it.each<[string, Partial<StatementResult>]>([
    ['1 row 1.2 ms All rows loaded', {}],
    ['1,248 rows 38 ms All rows loaded', { row_count: 1_248, elapsed_ms: 38.4 }],
    ['48,219 rows 3.9 s Paged by the server', { row_count: 48_219, elapsed_ms: 3_900, delivery: 'paged' }],
    ['0 rows 1.2 ms All rows loaded', { rows: [], row_count: 0 }],
    ['INSERT 3 affected 1.2 ms', { ...noRows, rows: [], command: 'INSERT', affected_rows: 3 }],
    ['SELECT', { ...noRows, rows: [], command: null, status: 'not_run' }],
    ['1 row so far 1.2 ms Running', { row_count: null, complete: false, status: 'running' }],
    ['412,300 rows so far 1.2 ms 113 MB Receiving rows', { ...arriving, received_rows: 412_300, spooled_bytes: 113e6 }],
    ['12,000 rows 1.2 ms 2.0 MB Failed, rows so far', { ...failed, received_rows: 12_000, spooled_bytes: 2e6 }],
    ['1 row 1.2 ms Cancelled, rows so far', { status: 'cancelled' }],
  ])('says %j', async (text, change) => {
    expect(await textOf(change)).toBe(text.replaceAll(' ', ''));
  });

  it('shows a bar that says what has come, while rows arrive and no longer', async () => {
    const fixture = TestBed.createComponent(ResultHead);
    const bar = () => (fixture.nativeElement as HTMLElement).querySelector('[role=progressbar]');
    const show = async (change: Partial<StatementResult>) => {
      fixture.componentRef.setInput('statement', statementSample(change));
      await fixture.whenStable();
      return bar()?.getAttribute('aria-valuetext') ?? null;
    };
    expect(await show({ ...arriving, received_rows: 10_001 })).toBe('10,001 rows');
    expect(await show({ ...arriving, received_rows: 412_300, spooled_bytes: 113e6 })).toBe('412,300 rows, 113 MB');
    expect(await show({ row_count: 412_300, delivery: 'paged', spooled_bytes: 113e6 })).toBeNull();
  });

  it('counts on while the statement runs', async () => {
    expect(await textOf({ status: 'running', row_count: null, complete: false }, { busyForMs: 4_200 })).toContain(
      '4.2s',
    );
  });

  it('offers the messages beside rows and shows them at once where there are none', async () => {
    expect(await textOf({ notices: [notice] })).toMatch(/Messages1$/);
    expect(await textOf({ ...noRows, rows: [], notices: [notice] })).toContain('threerowswereaudited');
  });

  it('names the connection of the rows when the tab has moved to another one', async () => {
    expect(await textOf({}, { origin: 'Shop staging' })).toContain('RanonShopstaging');
  });
});
