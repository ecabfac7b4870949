import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ResultColumn, ValueCount } from '#libs/api';
import { identify } from '../../../../../../testing/identity-set-up';
import { providePage } from '../../../../../../testing/page-set-up';
import { Part, words } from '../../../../../../testing/part';
import { TableFilters } from '../table-filters';
import { FilterPopover } from './filter-popover';

const COLUMNS: readonly ResultColumn[] = ['status', 'country'].map((name) => ({
  ...{ name, type: 'text', kind: 'text', table: null },
}));

type Answer = (values: readonly ValueCount[]) => void;

describe('FilterPopover', () => {
  let reads: [column: number, answer: Answer][];
  let filters: TableFilters;
  let part: Part<FilterPopover>;

  beforeEach(async () => {
    reads = [];
    TestBed.configureTestingModule({ providers: [...providePage(), TableFilters] });
    await identify();
    filters = TestBed.inject(TableFilters);
    part = await Part.show(FilterPopover, {
      columns: COLUMNS,
      readTop: (column: number) => new Promise((resolve: Answer) => reads.push([column, resolve])),
    });
  });
  afterEach(() => Part.clear());

  const values = () => [...document.querySelectorAll('dw-filter-editor .values label')].map(words);

  /** A click on a field of the row: it is outside of the editor that is open, which closes. */
  async function click(column: number): Promise<void> {
    filters.edited.set(null);
    filters.edit(column, part.element);
    await part.settled();
  }
  async function answer(place: number, value: string): Promise<void> {
    reads[place]?.[1]([{ value, count: 3 }]);
    await part.settled();
  }

  it('lists the values of the column whose field was clicked last', async () => {
    await click(0);
    await part.type('Condition', 'in');
    await answer(0, 'shipped');
    expect(values()).toEqual(['shipped 3']);
    await click(1);
    await part.type('Condition', 'in');
    await answer(1, 'France');
    expect([reads.map(([column]) => column), values()]).toEqual([[0, 1], ['France 3']]);
  });

  it('does not list values of another column that arrive late', async () => {
    await click(0);
    await part.type('Condition', 'in');
    await click(1);
    await part.type('Condition', 'in');
    await answer(0, 'shipped');
    expect(values()).toEqual([]);
  });
});
