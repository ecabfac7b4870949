import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ResultRow } from '#libs/api';
import { answerAll, providePage } from '../../../../../testing/page-set-up';
import { Part } from '../../../../../testing/part';
import { answerRows, EDITABLE, ordersSample, rowsAnswered, showTable } from '../../../../../testing/table-part';
import { Toasts } from '../../../../shared/ui/toast/toasts';
import { TabEdits } from '../../../edits/tab-edits';

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

  function press(table: Part<unknown>, key: string, change: KeyboardEventInit = {}): void {
    const cell = table.element.querySelector<HTMLElement>('.ag-cell[col-id="c0"]');
    cell?.focus();
    cell?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...change }));
  }

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
