import { TestBed } from '@angular/core/testing';
import { By } from '@angular/platform-browser';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Cell, ResultRow } from '#libs/api';
import { answerAll, providePage } from '../../../../../testing/page-set-up';
import { Part, words } from '../../../../../testing/part';
import { answerRows, EDITABLE, ordersSample, rowsAnswered, showTable, until } from '../../../../../testing/table-part';
import { Toasts } from '../../../../shared/ui/toast/toasts';
import { TabEdits } from '../../../edits/tab-edits';
import { ResultGrid } from './result-grid';

const TOTAL = 1_000_000;
const rowsFrom = (offset: number, count: number): ResultRow[] =>
  Array.from({ length: Math.min(count, TOTAL - offset) }, (_, index) => [`${offset + index}`, 'x']);
const page = (offset: number, limit: number) => ({
  offset,
  rows: rowsFrom(offset, limit),
  row_count: TOTAL,
  complete: true,
});
const long = () => ordersSample(rowsFrom(0, 200), { delivery: 'paged', row_count: TOTAL, received_rows: TOTAL });

describe('StatementTable', () => {
  beforeEach(() => void TestBed.configureTestingModule({ providers: [providePage()] }));
  afterEach(() => Part.clear());

  const toast = () => TestBed.inject(Toasts).messages().at(-1)?.text ?? '';
  const editable = () =>
    answerAll('GET', '/api/studio/runs/r1/statements/0/editable', { origins: [], editable: EDITABLE });

  async function showLong() {
    const table = await showTable(long());
    await rowsAnswered(page);
    await table.settled();
    return table;
  }

  const foot = (table: Part<unknown>) => words(table.element.querySelector('dw-grid-foot'));

  function focused(table: Part<unknown>, row: number, column: string): HTMLElement | null {
    const cell = table.element.querySelector<HTMLElement>(`.ag-row[row-index="${row}"] .ag-cell[col-id="${column}"]`);
    cell?.focus();
    return cell;
  }

  function press(table: Part<unknown>, key: string, change: KeyboardEventInit = {}, column = 'c0'): void {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...change });
    focused(table, 0, column)?.dispatchEvent(event);
  }

  /** Pastes on the note of the second row. */
  function paste(table: Part<unknown>, text: string): void {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.assign(event, { clipboardData: { getData: () => text, files: [] } });
    focused(table, 1, 'c1')?.dispatchEvent(event);
  }

  it('reports rows of a filtered result that cannot be read, until they are read again', async () => {
    const table = await showLong();
    const filtered = (offset: number, limit: number) => ({ ...page(offset, limit), filtered_row_count: 100 });
    table.fixture.componentInstance.filters.keepValue(1, 'x');
    await rowsAnswered(() => null);
    await table.settled();
    expect(foot(table)).toContain("Couldn't load the page: No such run");
    await table.press('Try again');
    expect(await rowsAnswered(filtered)).toEqual(['0+200']);
    await table.settled();
    expect(foot(table)).toMatch(/^(?!.*Couldn't).*1–100 of 100/);
  });

  it('keeps no place of the rows that stood there before a filter of a result that is read by pages', async () => {
    const table = await showLong();
    const shown = table.fixture.componentInstance;
    press(table, 'a', { ctrlKey: true });
    await table.settled();
    const grid = (): ResultGrid =>
      table.fixture.debugElement.query(By.directive(ResultGrid)).componentInstance as ResultGrid;
    const before = grid().arrangement();
    expect(grid().chosenCount()).toBeGreaterThan(2);
    shown.filters.keepValue(1, 'x');
    await rowsAnswered((offset, limit) => ({ ...page(offset + 500, limit), filtered_row_count: 100 }));
    await table.settled();
    expect(grid().chosenCount()).toBe(0);
    expect(grid().arrangement()).toBeGreaterThan(before);
    expect(table.element.querySelectorAll('.ag-row-selected').length).toBeLessThan(2);
  });

  it('reports a filter that is too long for an address, without a request', async () => {
    const table = await showLong();
    table.fixture.componentInstance.filters.keepValue(1, 'я'.repeat(3_200));
    await until(() => foot(table).includes("Couldn't load the page: The filter is too long."));
    expect(answerRows(page)).toEqual([]);
  });

  it.each<[what: string, value: Cell, onClipboard: string]>([
    ['a text of several lines', 'Dear Sir,\n\tplease call', 'Dear Sir,\r\n\tplease call'],
    ['line ends of another system', 'a\r\nb', 'a\nb'],
    ['quotation marks', '"abc"', '"abc"'],
    ['NULL', null, ''],
    ['an empty text', '', ''],
  ])('pastes %s as the one cell that was copied', async (_, value, onClipboard) => {
    let clipboard = 'what was copied before';
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: (text: string) => Promise.resolve((clipboard = text)) },
    });
    const rows = ['1', '2', '3'].map((id) => [id, id === '1' ? value : 'x']);
    const table = await showTable(ordersSample(rows));
    press(table, 'c', { ctrlKey: true }, 'c1');
    await table.settled();
    expect(clipboard).toBe(value ?? '');
    paste(table, onClipboard);
    editable();
    await table.settled();
    const staged = [...TestBed.inject(TabEdits).active().rows.values()];
    expect(staged).toMatchObject([{ kind: 'update', key: { id: '2' }, values: { note: value } }]);
  });

  it('copies and deletes added rows by their number, behind a result that is read by pages', async () => {
    const rows = rowsFrom(0, 3);
    const table = await showTable(
      ordersSample(rows.slice(0, 2), { delivery: 'paged', row_count: 3, received_rows: 3 }),
    );
    const whole = () => ({ offset: 0, rows, row_count: 3, complete: true });
    await rowsAnswered(whole);
    const shown = table.fixture.componentInstance;
    const { editing } = shown;
    const adding = editing.addRow();
    editable();
    await adding;
    editing.edits.set([
      { row: editing.edits.reference(editing.edits.added()[0] ?? []) ?? '', column: 'note', value: 'new' },
    ]);
    const cell = (column: string) =>
      table.element.querySelector<HTMLElement>(`.ag-row[row-index="3"] [col-id="${column}"]`);
    await until(() => (answerRows(whole), words(cell('c1')) === 'new'));
    cell('row')?.click();
    expect(await shown.takenRows(100)).toEqual([[null, 'new']]);
    await editing.deleteRows();
    expect(TestBed.inject(TabEdits).counts().added).toBe(0);
  });

  it('opens no editor once the focus has gone elsewhere', async () => {
    const table = await showTable(ordersSample([['1', 'x']]));
    press(table, 'a', {}, 'c1');
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    editable();
    await table.settled();
    expect([table.element.querySelector('dw-cell-editor'), document.activeElement]).toEqual([null, field]);
    field.remove();
  });

  it('marks the rows of the table for deletion, and says how many are none', async () => {
    const table = await showTable(
      ordersSample([
        ['1', 'x'],
        [null, 'y'],
      ]),
    );
    press(table, 'a', { ctrlKey: true });
    await table.settled();
    press(table, 'Delete', { ctrlKey: true });
    editable();
    await table.settled();
    expect([TestBed.inject(TabEdits).counts().deleted, toast()]).toEqual([
      1,
      'One selected row contains no row of the table.',
    ]);
  });

  it('pastes a block of a spreadsheet cell by cell', async () => {
    const table = await showTable(
      ordersSample([
        ['1', 'x'],
        ['2', 'y'],
        ['3', 'z'],
      ]),
    );
    paste(table, 'a\n"b\nc"\n');
    editable();
    await table.settled();
    const staged = [...TestBed.inject(TabEdits).active().rows.values()];
    expect(staged).toMatchObject([
      { key: { id: '2' }, values: { note: 'a' } },
      { key: { id: '3' }, values: { note: 'b\nc' } },
    ]);
  });

  it('selects what was pasted, with the rows that it added', async () => {
    const table = await showTable(
      ordersSample([
        ['1', 'x'],
        ['2', 'y'],
      ]),
    );
    paste(table, 'a\nb\nc\n');
    editable();
    await table.settled();
    await until(() => table.element.querySelectorAll('.dw-in-range').length === 3);
    const grid = table.fixture.debugElement.query(By.directive(ResultGrid)).componentInstance as ResultGrid;
    expect(grid.range.extent()).toEqual({ firstRow: 1, lastRow: 3, columns: [1] });
    // What a person does next is meant for the cell that they move to.
    grid.focusing.moveTo(2, 1);
    await until(() => grid.range.extent() === null);
  });

  it.each([
    ['rows', 'Delete', {}],
    ['rows', 'Delete', { ctrlKey: true }],
    ['cells', 'Delete', {}],
    ['cells', 'd', { ctrlKey: true }],
  ])('reads none of too many selected %s for %s %j', async (what, key, keys) => {
    const table = await showLong();
    if (what === 'rows') press(table, 'a', { ctrlKey: true });
    else press(table, 'ArrowDown', { ctrlKey: true, shiftKey: true });
    await table.settled();
    press(table, key, keys);
    editable();
    await table.settled();
    expect(answerRows(page)).toEqual([]);
    expect(toast()).toMatch(/Up to 10,000 rows/);
    expect(TestBed.inject(TabEdits).counts().rows).toBe(0);
  });
});
