import { describe, expect, it } from '@jest/globals';
import { GeometryDraft } from './geometry-draft';

const POINT = '0101000020E6100000CDCCCCCCCCCC0040713D0AD7A36D4840';
const draft = (type: string, value: string | null) => new GeometryDraft({ type }, value);

describe('the draft of a geometry', () => {
  it('that nobody changed is the value of the cell', () => {
    expect(draft('geometry(Point,4326)', POINT).result()).toBe(POINT);
    expect(draft('geometry(Point,4326)', null).result()).toBeNull();
    expect(draft('geometry', null).result()).toBeNull();
  });

  it('that is moved and moved back is what it was, in its own form', () => {
    const edited = draft('geometry(Point,4326)', POINT);
    edited.move([], { x: 5 });
    expect(edited.result()).toBe('0101000020E61000000000000000001440713D0AD7A36D4840');
    edited.undo();
    expect(edited.result()).toBe(POINT);
    edited.redo();
    expect(edited.text()).toMatch(/^POINT \(5 48\.85\d*\)$/);
  });

  it('takes a drag as one step', () => {
    const edited = draft('geometry', 'LINESTRING (0 0, 1 1)');
    edited.move([1], { x: 2 });
    edited.move([1], { x: 3 }, true);
    expect(edited.result()).toBe('LINESTRING (0 0, 3 1)');
    edited.undo();
    expect(edited.result()).toBe('LINESTRING (0 0, 1 1)');
    expect(edited.canUndo()).toBe(false);
  });

  it.each([
    ['POINT (1 2)', null],
    ['{"type":"Point","coordinates":[1,2]}', null],
    ['SRID=3857;POINT (1 2)', /SRID 4326/],
    ['LINESTRING (0 0, 1 1)', /takes a Point/],
    ['POINT (1', /^This is not WKT, GeoJSON or WKB/],
  ])('checks the typed text %s', (text, fault) => {
    const edited = draft('geometry(Point,4326)', POINT);
    edited.type(text);
    if (fault === null)
      expect([edited.fault(), edited.result()]).toEqual([null, expect.stringMatching(/^0101000020E6/)]);
    else expect(edited.fault()).toMatch(fault);
  });

  it('is NULL without a text', () => {
    const edited = draft('geometry(Point,4326)', POINT);
    edited.type('');
    expect([edited.fault(), edited.result()]).toEqual([null, null]);
  });

  it.each<[string, string, [number, number][], string]>([
    ['geography', 'LineString', [[1, 2], [3, 4]], 'SRID=4326;LINESTRING (1 2, 3 4)'],
    ['geometry(PolygonZ,2056)', '', [[0, 0], [1, 0], [1, 1]], 'SRID=2056;POLYGON Z ((0 0 0, 1 0 0, 1 1 0, 0 0 0))'],
    ['geometry(MultiPoint)', '', [[1, 2]], 'MULTIPOINT ((1 2))'],
  ])('is drawn in a cell of %s without a value', (type, kind, positions, text) => {
    const edited = draft(type, null);
    if (kind !== '') edited.beginAs('LineString');
    edited.draw('part');
    positions.forEach((position) => edited.drawTo(position));
    edited.finish();
    expect(edited.result()).toBe(text);
  }); // prettier-ignore

  it('is not drawn of too few positions', () => {
    const edited = draft('geometry(LineString)', null);
    edited.draw('part');
    edited.drawTo([1, 2]);
    expect(edited.finish()).toBe('It needs 2 positions.');
    expect(edited.sketch()?.positions).toEqual([[1, 2]]);
  });

  it('is complete with nothing drawn, and not with too little', () => {
    const edited = draft('geometry(LineString)', null);
    edited.draw('part');
    expect(edited.complete()).toBeNull();
    edited.drawTo([1, 2]);
    expect(edited.complete()).toBe('It needs 2 positions.');
    edited.drawTo([3, 4]);
    expect([edited.complete(), edited.result()]).toEqual([null, 'LINESTRING (1 2, 3 4)']);
  });

  it('gets a vertex in the middle behind the chosen one, which is chosen', () => {
    const edited = draft('geometry', 'LINESTRING (0 0, 2 4)');
    edited.step(1);
    edited.split();
    expect([edited.result(), edited.chosen()]).toEqual(['LINESTRING (0 0, 1 2, 2 4)', 1]);
    expect(edited.remove()).toBeNull();
    expect(edited.remove()).toMatch(/not be a geometry/);
  });

  it('of an unknown form is edited as it is', () => {
    const blob = "X'47500001E6100000'";
    const edited = draft('POINT', blob);
    expect(edited.mapFault()).toMatch(/^The value is not WKB, WKT or GeoJSON/);
    expect(edited.result()).toBe(blob);
    edited.type("X'00'");
    expect([edited.fault(), edited.result()]).toEqual([null, "X'00'"]);
  });

  it('with curves is edited as text', () => {
    const edited = draft('geometry', 'CIRCULARSTRING (0 0, 1 1, 2 0)');
    expect([edited.mapFault(), edited.vertices()]).toEqual([expect.stringMatching(/CircularString/), []]);
  });
});
