import { signal } from '@angular/core';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ResultRow } from '#libs/api';
import { columnSample, statementSample } from '../../../../testing/run-samples';
import type { ResultView } from '../mode';
import { MapOptions } from './map-options';
import { MapPlaces } from './map-places';

const columns = [
  columnSample('city'),
  columnSample('total', 'decimal'),
  columnSample('home', 'geometry'),
  columnSample('work', 'geometry'),
];

function viewOf(tabId: string, shown = columns, rows: ResultRow[] = []): ResultView {
  return {
    tabId,
    runId: 'r1',
    connectionId: 'shop',
    statement: statementSample({ rows }),
    columns: shown,
    filters: [],
  };
}

describe('MapOptions', () => {
  let kept: MapPlaces;
  const byTab = new Map([['linked', 'work']]);
  const optionsOf = (tabId = 'tab'): MapOptions => new MapOptions(() => viewOf(tabId), kept, { byTab });

  beforeEach(() => {
    kept = new MapPlaces();
  });

  it('draws the first geometry, or the one that a link names', () => {
    expect(optionsOf().sourceNames()).toEqual(['home', 'work']);
    expect([optionsOf().usedColumns(), optionsOf('linked').usedColumns()]).toEqual([[2], [3]]);
  });

  it('suggests an amount for the size, and offers all columns but the source', () => {
    const options = optionsOf();
    expect(options.choice()).toEqual({ isBubbles: false, size: 1, colour: null });
    expect(options.columnOptions().map(({ name }) => name)).toEqual(['city', 'total', 'work']);
    expect(options.amountOptions().map(({ name }) => name)).toEqual(['total']);
  });

  it('keeps what was chosen for the next map of the same columns in the tab, and for no other tab', () => {
    const options = optionsOf();
    options.chooseSource(1);
    options.choose({ isBubbles: true, size: '', colour: '0' });
    expect([options.sizeName(), options.choice().colour]).toEqual(['', 0]);
    expect([optionsOf().usedColumns(), optionsOf().choice()]).toEqual([
      [3],
      expect.objectContaining({ isBubbles: true, size: null, colour: 0 }),
    ]);
    expect(optionsOf('another').usedColumns()).toEqual([2]);
  });

  it('keeps its source while more rows of the result arrive', () => {
    const view = signal(viewOf('tab'));
    const options = new MapOptions(view, kept, { byTab });
    const before = options.source();
    view.set(viewOf('tab', columns, [['Porto', '1', 'POINT (1 2)', null]]));
    expect([options.source() === before, options.sourceIndex()]).toEqual([true, 0]);
  });

  it('draws the second of two geometries of one name, also at the next look', () => {
    const twins = [columnSample('geom', 'geometry'), columnSample('geom', 'geometry')];
    const ofTwins = (): MapOptions => new MapOptions(() => viewOf('tab', twins), kept, { byTab });
    const options = ofTwins();
    options.chooseSource(1);
    expect([options.usedColumns(), ofTwins().usedColumns()]).toEqual([[1], [1]]);
    expect(kept.choices.get(options.key())?.source).toBe('geom');
  });

  it('draws the columns that were chosen wherever they stand among those of new rows', () => {
    const texts = [columnSample('a'), columnSample('b'), columnSample('b'), columnSample('c')];
    const point = 'POINT(1 2)';
    const ofRow = (row: ResultRow): MapOptions => new MapOptions(() => viewOf('tab', texts, [row]), kept, { byTab });
    const options = ofRow([point, point, point, point]);
    expect(options.sourceNames()).toEqual(['a', 'b', 'b', 'c']);
    options.chooseSource(2);
    expect(ofRow([null, point, point, point]).usedColumns()).toEqual([2]);
    expect(ofRow([null, null, point, point]).usedColumns()).toEqual([2]);
    expect(ofRow([point, point, null, point]).usedColumns()).toEqual([0]);
    expect(ofRow([null, point, point, point]).usedColumns()).toEqual([2]);
  });

  it('forgets where the map stood once another place is drawn', () => {
    const options = optionsOf();
    kept.places.set(options.key(), { center: [0, 0], resolution: 1 });
    options.chooseSource(1);
    expect(kept.places.size).toBe(0);
  });
});
