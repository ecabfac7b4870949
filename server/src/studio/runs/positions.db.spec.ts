import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PositionsPage } from '#libs/api';
import { boundsOf, isPlaced, placeRow, readGeometry } from '#libs/geo';
import type { Geometry } from '#libs/geo';
import type { ProblemDocument } from '#libs/problem';
import { createTestDatabase } from '../../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../../connections/engines/postgres/testing/test-database.js';
import { StudioApp } from '../testing/studio-app.js';

let app: StudioApp;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.execute(
    'DROP EXTENSION IF EXISTS postgis CASCADE; CREATE SCHEMA "Odd gis"; CREATE EXTENSION postgis SCHEMA "Odd gis"',
  );
  app = await StudioApp.start((login) => {
    const gis = login.replace(/database: [^,]+/, `database: ${database.config.database}`);
    return `  - { id: gis, name: Gis, ${gis} }\n`;
  });
});
afterAll(async () => {
  await app.stop();
  await database.dispose();
});

const ON_PATH = 'SET search_path = "Odd gis";';

async function rowsOf(select: string) {
  const run = await app.run(`${ON_PATH} ${select}`, 'gis');
  const statement = run.statements[1];
  if (!statement?.columns) throw new Error(JSON.stringify(run));
  return { run, rows: statement.rows, columns: statement.columns };
}
async function positions(runId: string, query = '') {
  return app.send<PositionsPage>('GET', `/api/studio/runs/${runId}/statements/1/positions?column=0${query}`);
}

describe('geometries of Postgres', () => {
  it.each<[string, string]>([
    ['POINT', 'POINT(4.5 52.1)'],
    ['a point with Z', 'POINT Z (4.5 52.1 7)'],
    ['a point with M', 'POINT M (4.5 52.1 7)'],
    ['a line with Z and M', 'LINESTRING ZM (0 1 2 3, 4 5 6 7)'],
    ['a polygon with a hole', 'POLYGON((0 0,9 0,9 9,0 0),(1 0.5,2 0.5,2 1,1 0.5))'],
    ['several points', 'MULTIPOINT(1 2,3 4)'],
    ['several lines', 'MULTILINESTRING((0 0,1 1),(2 2,3 3))'],
    ['several polygons', 'MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))'],
    ['a collection', 'GEOMETRYCOLLECTION(POINT(1 2),LINESTRING(0 0,1 1),POLYGON((0 0,1 0,1 1,0 0)))'],
    ['an empty one', 'POINT EMPTY'],
    ['an empty polygon', 'POLYGON EMPTY'],
    ['a polyhedral surface', 'POLYHEDRALSURFACE Z (((0 0 0,0 1 0,1 1 0,0 0 0)),((0 0 0,1 1 0,1 0 1,0 0 0)))'],
    ['a TIN', 'TIN(((0 0,0 1,1 1,0 0)))'],
    ['a triangle', 'TRIANGLE((0 0,0 1,1 1,0 0))'],
  ])('are read as PostGIS means them: %s', async (_, wkt) => {
    const value = `ST_GeomFromEWKT('SRID=4326;${wkt}')`;
    const forms = ['ST_AsText(g)', 'ST_AsEWKT(g)', 'ST_AsBinary(g)', "encode(ST_AsEWKB(g, 'XDR'), 'hex')", 'g::text'];
    const { rows, columns } = await rowsOf(`SELECT g, ${forms.join(', ')} FROM (SELECT ${value} AS g) s`);
    const read = (rows[0] ?? []).map((cell) => readGeometry(cell ?? ''));
    expect(columns[0]?.kind).toBe('geometry');
    for (const one of read) expect(one.geometry).toEqual(read[0]?.geometry);
    expect(read.map(({ srid }) => srid)).toEqual([4326, 0, 4326, 0, 4326, 4326]);
  });

  it('with curves have the form that PostGIS gives them, to a thousandth', async () => {
    const curves = [
      'CIRCULARSTRING(0 0,1 1,2 0)',
      'CIRCULARSTRING(0 0,4 0,0 0)',
      'COMPOUNDCURVE((-1 0,0 0),CIRCULARSTRING(0 0,1 -1,2 0))',
      'CURVEPOLYGON(CIRCULARSTRING(0 0,4 0,4 4,0 4,0 0))',
      'MULTICURVE((0 0,5 5),CIRCULARSTRING(4 0,4 4,8 4))',
      'MULTISURFACE(CURVEPOLYGON(CIRCULARSTRING(0 0,4 0,4 4,0 4,0 0)),((10 10,14 12,11 10,10 10)))',
    ];
    const list = curves.map((wkt) => `('${wkt}')`).join(', ');
    const { rows } = await rowsOf(`SELECT g::geometry, ST_CurveToLine(g::geometry, 64) FROM (VALUES ${list}) AS v(g)`);
    for (const [curve, line] of rows) {
      const ours = boundsOf(readGeometry(curve ?? '').geometry) ?? [];
      const theirs = boundsOf(readGeometry(line ?? '').geometry) ?? [];
      ours.forEach((edge, index) => expect(edge).toBeCloseTo(theirs[index] ?? Number.NaN, 2));
    }
    expect(rows).toHaveLength(6);
  });

  it('of type geography are read, too', async () => {
    const { rows, columns } = await rowsOf("SELECT 'POINT(4.5 52.1)'::geography AS g");
    expect(columns[0]).toMatchObject({ kind: 'geometry', type: expect.stringContaining('geography') });
    expect(readGeometry(rows[0]?.[0] ?? '')).toMatchObject({ srid: 4326, geometry: { coordinates: [4.5, 52.1] } });
  });
});

describe('geometries of DuckDB', () => {
  it('are read as they are printed', async () => {
    const sql = "SELECT 'POINT (4.5 52.1)'::GEOMETRY AS g, 'POLYGON ((0 0, 1 0, 1 1, 0 0))'::GEOMETRY AS p";
    const { statements } = await app.run(sql, 'duck');
    expect(statements[0]?.error).toBeNull();
    expect(statements[0]?.columns?.map(({ kind }) => kind)).toEqual(['geometry', 'geometry']);
    const read = (statements[0]?.rows[0] ?? []).map((cell): Geometry => readGeometry(cell ?? '').geometry);
    expect(read).toEqual([
      { type: 'Point', coordinates: [4.5, 52.1] },
      { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]] }, // prettier-ignore
    ]);
  });
});

describe('positions', () => {
  const METRES = 'ST_Transform(ST_SetSRID(ST_MakePoint(9 + i / 1000.0, 51), 4326), 25832)';

  it('are transformed by the database, whatever the search path of the connection', async () => {
    const { run, rows } = await rowsOf(
      `SELECT CASE i WHEN 2 THEN NULL WHEN 3 THEN ST_SetSRID(ST_MakePoint(1, 2), 4326) ELSE ${METRES} END AS g
       FROM generate_series(1, 5) AS s(i)`,
    );
    const { status, body } = await positions(run.id);
    expect([status, body.offset, body.items.map((item) => item !== null)]).toEqual([
      200,
      0,
      [true, false, false, true, true],
    ]);
    const transformed = new Map(body.items.map((item, index) => [index, item]));
    const placed = rows.map((row, index) => placeRow(row, index, { kind: 'geometry', column: 0 }, transformed));
    expect(placed.map(isPlaced)).toEqual([true, false, true, true, true]);
    const [x, y] = boundsOf(readGeometry(body.items[0] ?? '').geometry) ?? [];
    expect([x, y].map((value) => value?.toFixed(6))).toEqual(['9.001000', '51.000000']);
  });

  it('leave out the one that cannot be transformed, and no other', async () => {
    const { run } = await rowsOf(
      `SELECT CASE i WHEN 700 THEN ST_GeomFromEWKT('SRID=25832;POINT(1e30 1e30)')
        WHEN 1200 THEN ST_SetSRID(ST_MakePoint(1, 2), 999999) ELSE ${METRES} END AS g
       FROM generate_series(1, 1500) AS s(i)`,
    );
    const { body } = await positions(run.id);
    expect(body.items.flatMap((item, index) => (item === null ? [index + 1] : []))).toEqual([700, 1200]);
  });

  it('are of the rows that are asked for, spooled ones too', async () => {
    const { run } = await rowsOf(`SELECT ${METRES} AS g FROM generate_series(1, 10500) AS s(i)`);
    const { body } = await positions(run.id, '&offset=10400&limit=50');
    expect([body.offset, body.items.length, body.items.every((item) => item !== null)]).toEqual([10_400, 50, true]);
    const [x] = boundsOf(readGeometry(body.items[0] ?? '').geometry) ?? [];
    expect(x).toBeCloseTo(9 + 10.401, 6);
  });

  it('of texts with an SRID are found, too', async () => {
    const { run } = await rowsOf(`SELECT t FROM (VALUES ('SRID=25832;POINT(500000 5700000)'),
      ('{"type":"Point","crs":{"type":"name","properties":{"name":"EPSG:25832"}},"coordinates":[500000,5700000]}')) AS v(t)`);
    const { body } = await positions(run.id);
    const bounds = body.items.map((item) => boundsOf(readGeometry(item ?? '').geometry));
    expect(bounds[0]?.[0]).toBeCloseTo(9, 6);
    expect(bounds[1]).toEqual(bounds[0]);
  });

  it('need PostGIS, and say so', async () => {
    const problemOf = async (connectionId: string) => {
      const { id } = await app.run("SELECT 'SRID=25832;POINT (500000 5700000)' AS g", connectionId);
      const { status, body } = await app.send<ProblemDocument>(
        'GET',
        `/api/studio/runs/${id}/statements/0/positions?column=0`,
      );
      return [status, body.code, body.detail];
    };
    expect(await problemOf('duck')).toEqual([
      422,
      'cannot-transform',
      'Only a Postgres connection with PostGIS transforms coordinates.',
    ]);
    expect((await problemOf('pg')).slice(0, 2)).toEqual([422, 'cannot-transform']);
  });

  it.each([['&limit=0'], ['&limit=10001'], ['&offset=-1'], ['&column=x']])('refuse %s', async (query) => {
    const { run } = await rowsOf('SELECT 1');
    expect((await positions(run.id, query)).status).toBe(400);
  });

  it('of a column or a row that there is not are none', async () => {
    const { run } = await rowsOf('SELECT 1');
    expect((await positions(run.id, '&offset=50')).body.items).toEqual([]);
    expect((await app.send<PositionsPage>('GET', `/api/studio/runs/${run.id}/statements/1/positions?column=9`)).body.items).toEqual([null]); // prettier-ignore
    expect((await app.send('GET', `/api/studio/runs/nope/statements/1/positions?column=0`)).status).toBe(404);
  });
});
