import { describe, expect, it } from '@jest/globals';
import type { ResultRow } from '#libs/api';
import { placeRow } from '#libs/geo';
import type { PlacedRow } from '#libs/geo';
import { columnSample } from '../../../../testing/run-samples';
import { capText, drawnText, leftOutGroups } from './left-out';
import { amountText, areAreas, choiceForAreas, encode, suggestedChoice } from './map-encoding';

const columns = [
  columnSample('lat', 'float'),
  columnSample('lng', 'float'),
  columnSample('city'),
  columnSample('customer_id', 'integer'),
  columnSample('total', 'decimal'),
];
const rows: ResultRow[] = [
  ['1', '1', 'Bergen', '1', '100'],
  ['2', '2', 'Porto', '2', '25'],
  ['3', '3', 'Porto', '3', null],
  ['4', '4', null, '4', 'NaN'],
];
const placed = rows.map((row, index) => placeRow(row, index, { kind: 'pair', latitude: 0, longitude: 1 }) as PlacedRow);

describe('how rows are drawn', () => {
  it('is suggested by amounts that are neither places nor keys', () => {
    expect(suggestedChoice(columns, [0, 1])).toEqual({ isBubbles: false, size: 4, colour: null });
    expect(suggestedChoice(columns.slice(0, 3), [0, 1])).toEqual({ isBubbles: false, size: null, colour: null });
  });

  it('is never suggested by coordinates, whatever the rows are placed by', () => {
    const named = ['geom', 'latitude', 'pickup_lng', 'store_id', 'revenue'].map((name) => columnSample(name, 'float'));
    expect(suggestedChoice(named, [0])).toEqual({ isBubbles: false, size: 4, colour: null });
  });

  it('colours areas by what would size them, and never sizes them', () => {
    expect(choiceForAreas({ isBubbles: true, size: 4, colour: null })).toEqual({
      isBubbles: true,
      size: null,
      colour: 4,
    });
    expect(choiceForAreas({ isBubbles: true, size: 4, colour: 2 })).toEqual({ isBubbles: true, size: null, colour: 2 });
    const area: PlacedRow = { row: 0, kind: 'Polygon', geometry: { type: 'Polygon', coordinates: [] } };
    expect([areAreas([area]), areAreas([area, ...placed]), areAreas([])]).toEqual([true, false, false]);
  });

  it('has sizes by area, and the least for what is no amount', () => {
    const { radiusOf, sizes } = encode(columns, rows, placed, { isBubbles: true, size: 4, colour: null });
    expect(rows.map(radiusOf)).toEqual([30, 15, 4, 4]);
    expect(sizes.map(({ label }) => label)).toEqual(['5', '20', '100']);
  });

  it('has a class for each kind, and one for the rest, with counts', () => {
    const { classes, classOf, isScale } = encode(columns, rows, placed, { isBubbles: true, size: null, colour: 2 });
    expect([isScale, classes.map(({ label, count, index }) => [label, count, index])]).toEqual([
      false,
      [['Porto', 2, 0], ['Bergen', 1, 1], ['Others and NULL', 1, null]], // prettier-ignore
    ]);
    expect(rows.map(classOf)).toEqual([1, 0, 0, null]);
  });

  it('has classes of a scale for amounts', () => {
    const { classes, isScale } = encode(columns, rows, placed, { isBubbles: true, size: null, colour: 4 });
    expect([isScale, classes.map(({ label, count }) => `${label}: ${count}`)]).toEqual([
      true,
      ['25: 1', '100: 1', 'No value: 2'],
    ]);
  });

  it('is all the same without bubbles', () => {
    const { radiusOf, classes, sizes } = encode(columns, rows, placed, { isBubbles: false, size: 4, colour: 2 });
    expect([new Set(rows.map(radiusOf)).size, classes, sizes]).toEqual([1, [], []]);
  });

  it.each([
    [0.25, '0.25'],
    [9412, '9,412'],
    [21_406, '21.4K'],
    [1e20, '1.0e+20'],
  ])('writes %d as %s in a legend', (value, text) => {
    expect(amountText(value)).toBe(text);
  });
});

describe('rows that are not drawn', () => {
  it('are listed by their reason, the most frequent first', () => {
    const groups = leftOutGroups([
      { row: 1, reason: 'database', srid: 3035 },
      { row: 2, reason: 'null' },
      { row: 5, reason: 'null' },
      { row: 6, reason: 'database', srid: 25832 },
    ]);
    expect(groups).toEqual([
      { words: 'no position', rows: [2, 5] },
      { words: 'SRID 3035, not transformed', rows: [1] },
      { words: 'SRID 25832, not transformed', rows: [6] },
    ]);
  });

  it('are counted with the others', () => {
    expect([drawnText(24, 25), drawnText(1, 1)]).toEqual(['24 of 25 rows drawn', '1 row drawn']);
    expect([capText('all', 5, 5), capText('cap', 100_000, 120_000).startsWith('20,000 rows beyond')]).toEqual([
      '',
      true,
    ]);
  });
});
