import { Clipboard } from '@angular/cdk/clipboard';
import { HttpTestingController } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { describe, expect, it } from '@jest/globals';
import type { StatementResult } from '#libs/api';
import { providePage } from '../../../../testing/page-set-up';
import { columnSample, statementSample } from '../../../../testing/run-samples';
import { Toasts } from '../../../shared/ui/toast/toasts';
import { ResultActions } from './result-actions';

const columns = [columnSample('id', 'integer'), columnSample('note')];
const rows = [
  ['2', null],
  ['1', ''],
];

async function render(change: Partial<StatementResult> = {}, more: Record<string, unknown> = {}) {
  const copied: string[] = [];
  TestBed.configureTestingModule({
    providers: [...providePage(), { provide: Clipboard, useValue: { copy: (text: string) => copied.push(text) > 0 } }],
  });
  const fixture = TestBed.createComponent(ResultActions);
  const statement = statementSample({ columns, rows, row_count: 48_219, received_rows: 48_219, ...change });
  const inputs = {
    runId: 'r1',
    connectionId: 'shop',
    statement,
    takenRows: () => rows,
    shownSort: () => null,
    ...more,
  };
  for (const [name, value] of Object.entries(inputs)) fixture.componentRef.setInput(name, value);
  await fixture.whenStable();
  const press = async (text: string): Promise<void> => {
    const nameOf = (one: Element) => one.getAttribute('aria-label') ?? one.textContent.trim();
    const buttons = [...document.querySelectorAll('button')].filter((one) => nameOf(one).includes(text));
    (buttons.findLast((one) => nameOf(one) === text) ?? buttons.at(-1))?.click();
    await fixture.whenStable();
  };
  return { host: fixture.nativeElement as HTMLElement, copied, press };
}

describe('ResultActions', () => {
  it('copies the rows on screen in their order there', async () => {
    const { host, copied, press } = await render();
    await press('Copy CSV');
    expect(copied).toEqual(['id,note\n2,\n1,""\n']);
    expect(host.textContent).toContain('Copied');
  });

  it.each([
    ['Copy as TSV', 'id\tnote\n2\t\n1\t""\n'],
    ['Copy as JSON', '[\n{"id":2,"note":null},\n{"id":1,"note":""}\n]\n'],
    ['Copy as Markdown', '| id | note |\n| ---: | --- |\n| 2 | *NULL* |\n| 1 |  |\n'],
    ['Copy as INSERT', "INSERT INTO table_name (id, note) VALUES\n  (2, NULL),\n  (1, '');\n"],
    ['Copy as IN-list', '(2, 1)'],
  ])('has them by "%s"', async (item, text) => {
    const { host, copied, press } = await render();
    host.querySelector<HTMLElement>('[aria-label="Copy as"]')?.click();
    await press(item);
    expect(copied).toEqual([text]);
  });

  it('says how many rows are taken, and the column of an IN-list', async () => {
    const { host } = await render({}, { chosenCount: 1, focusedColumn: 1 });
    host.querySelector<HTMLElement>('[aria-label="Copy as"]')?.click();
    const menu = document.querySelector('.dw-menu')?.textContent;
    expect(menu).toContain('1 selected row');
    expect(menu).toMatch(/IN-list\s*note/);
  });

  it('copies the whole result up to the limit, and says how many of how many', async () => {
    const asked: number[] = [];
    const takenRows = (limit: number) => {
      asked.push(limit);
      return rows;
    };
    const { press } = await render({ row_count: 250_000, received_rows: 250_000 }, { takenRows });
    await press('Copy CSV');
    expect(asked).toEqual([100_000]);
    expect(TestBed.inject(Toasts).messages().at(-1)?.title).toBe('Copied 2 of 250,000 rows');
  });

  it('says nothing more where all rows were copied', async () => {
    const { press } = await render({ row_count: 2, received_rows: 2 });
    await press('Copy CSV');
    expect(TestBed.inject(Toasts).messages()).toEqual([]);
  });

  it('has the file made in the order on screen', async () => {
    const { host } = await render({}, { shownSort: () => ({ column: 1, direction: 'desc' }) });
    host.querySelector<HTMLElement>('[aria-label="Download CSV"]')?.click();
    const { request } = TestBed.inject(HttpTestingController).expectOne('/api/studio/exports');
    expect(request.body).toEqual({ run_id: 'r1', statement: 0, format: 'csv', sort: '1:desc' });
  });

  it('says why there is nothing to copy', async () => {
    const { host, copied, press } = await render({}, { focusedColumn: 1, takenRows: () => [['1', null]] });
    host.querySelector<HTMLElement>('[aria-label="Copy as"]')?.click();
    await press('Copy as IN-list');
    expect(copied).toEqual([]);
    expect(TestBed.inject(Toasts).messages().at(-1)?.text).toContain('only NULL values');
  });

  it('shows how many rows a file has, and whether they are all', async () => {
    const whole = await render();
    await whole.press('Export');
    expect(document.querySelector('.dw-menu')?.textContent).toContain('Whole result, 48,219 rows');
    TestBed.resetTestingModule();
    const stopped = await render({ status: 'cancelled' });
    await stopped.press('Export');
    expect(document.querySelector('.dw-menu')?.textContent).toContain('Rows so far, 48,219 rows');
  });

  it('has no file while rows still arrive', async () => {
    const { host, press } = await render({ complete: false, row_count: null, status: 'running' });
    const refused = [...host.querySelectorAll('[aria-disabled="true"]')].map((one) => one.getAttribute('aria-label'));
    expect(refused).toEqual(['Download CSV', 'Download JSON', 'Export']);
    await press('Download CSV');
    TestBed.inject(HttpTestingController).expectNone('/api/studio/exports');
    await press('Export');
    expect(document.querySelector('.dw-menu')).toBeNull();
  });

  it.each([
    ['Download CSV', { format: 'csv' }],
    ['Download JSON', { format: 'json' }],
  ])('has the file made by the button "%s" at once', async (button, style) => {
    const { host } = await render();
    host.querySelector<HTMLElement>(`[aria-label="${button}"]`)?.click();
    const { request } = TestBed.inject(HttpTestingController).expectOne('/api/studio/exports');
    expect([request.method, request.body]).toEqual(['POST', { run_id: 'r1', statement: 0, ...style }]);
  });

  it.each([
    ['Download CSV', { format: 'csv' }],
    ['Download Parquet', { format: 'parquet' }],
  ])('has the file made by "%s"', async (item, style) => {
    const { press } = await render();
    await press('Export');
    await press(item);
    const { request } = TestBed.inject(HttpTestingController).expectOne('/api/studio/exports');
    expect([request.method, request.body]).toEqual(['POST', { run_id: 'r1', statement: 0, ...style }]);
  });

  it('asks how a spreadsheet is to read the file', async () => {
    const { press } = await render();
    await press('Export');
    await press('Download CSV for spreadsheets');
    await press('Semicolon');
    const dialog = document.querySelector('dw-spreadsheet-dialog form');
    dialog?.dispatchEvent(new Event('submit', { cancelable: true }));
    await new Promise((resolve) => setTimeout(resolve));
    const { request } = TestBed.inject(HttpTestingController).expectOne('/api/studio/exports');
    expect(request.body).toMatchObject({ format: 'csv-excel', delimiter: ';', guard_formulas: true });
  });

  it('shows where the file cannot be made', async () => {
    const { press } = await render();
    await press('Export');
    await press('Download NDJSON');
    const problem = { code: 'run-not-found', title: 'No such run', detail: 'It is no longer kept.' };
    TestBed.inject(HttpTestingController)
      .expectOne('/api/studio/exports')
      .flush(problem, { status: 404, statusText: 'Not Found' });
    await new Promise((resolve) => setTimeout(resolve));
    expect(TestBed.inject(Toasts).messages().at(-1)?.title).toBe("Couldn't create the file");
  });
});
