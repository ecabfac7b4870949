import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  type BoundsRow,
  type DescribedColumn,
  type LayerChoice,
  type ProbeRow,
  type SridReading,
  type SqlText,
  type TileAddress,
  type TileLayer,
  type TileOptions,
  boundsStatement,
  coordinateReadings,
  layerBounds,
  probeStatement,
  tileAt,
  tileLayer,
  tileStatement,
} from './index.js';
import { type DecodedFeature, decodeTile } from './testing/decode-tile.js';

const DATABASE = `tiles_${randomBytes(6).toString('hex')}`;
const WORLD: TileAddress = { z: 0, x: 0, y: 0 };
let admin: pg.Client;
let client: pg.Client;

beforeAll(async () => {
  const url = process.env.TEST_POSTGRES_URL ?? '';
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${DATABASE}`);
  client = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: `/${DATABASE}` }).href });
  await client.connect();
  await client.query(`CREATE EXTENSION postgis;
    CREATE FUNCTION grid() RETURNS TABLE (id integer, lon float8, lat float8) LANGUAGE sql AS
    $$ SELECT (row_number() OVER ())::int, x::float8, y::float8
       FROM generate_series(-180, 180, 5) x, generate_series(-85, 85, 5) y $$;
    CREATE TABLE near AS SELECT i AS id, 5 + (i % 200) * 0.05 AS lon, 45 + (i / 200) * 0.05 AS lat FROM generate_series(0, 39999) i;
    CREATE TABLE in_4326 AS SELECT id, ST_SetSRID(ST_Point(lon, lat), 4326) AS geom FROM near;
    CREATE TABLE in_3857 AS SELECT id, ST_Transform(geom, 3857) AS geom FROM in_4326;
    CREATE TABLE in_25832 AS SELECT id, ST_Transform(geom, 25832) AS geom FROM in_4326;
    CREATE TABLE in_0 AS SELECT id, ST_SetSRID(geom, 0) AS geom FROM in_4326;
    CREATE TABLE in_unknown AS SELECT id, ST_SetSRID(geom, 990001) AS geom FROM in_3857;
    CREATE TABLE in_geography AS SELECT id, geom::geography AS geom FROM in_4326;`);
  for (const name of ['in_4326', 'in_3857', 'in_25832', 'in_0', 'in_unknown', 'in_geography']) {
    await client.query(`CREATE INDEX ${name}_place ON ${name} USING gist (geom); ANALYZE ${name};`);
  }
});

afterAll(async () => {
  await client.end();
  await admin.query(`DROP DATABASE ${DATABASE} WITH (FORCE)`);
  await admin.end();
});

function run<Row extends pg.QueryResultRow>({ text, parameters }: SqlText): Promise<pg.QueryResult<Row>> {
  return client.query<Row>({ text, values: [...parameters], queryMode: 'extended' } as pg.QueryConfig);
}

/** Describes a query as the server does: names and types by object id, without reading rows. */
async function describeColumns(sql: string): Promise<DescribedColumn[]> {
  const { fields } = await client.query({ text: `SELECT * FROM (\n${sql.replace(/;\s*$/, '')}\n) q LIMIT 0` });
  const { rows } = await client.query<{ type: string }>(
    'SELECT format_type(oid, typmod) AS type FROM unnest($1::oid[], $2::int[]) WITH ORDINALITY u(oid, typmod, n) ORDER BY n',
    [fields.map((field) => field.dataTypeID), fields.map((field) => field.dataTypeModifier)],
  );
  return fields.map((field, index) => ({ name: field.name, type: rows[index]?.type ?? '' }));
}

async function layerOf(sql: string, choice?: LayerChoice): Promise<TileLayer> {
  const layer = tileLayer(sql, await describeColumns(sql), choice);
  if ('refused' in layer) throw new Error(layer.detail);
  return layer;
}

async function tileOf(sql: string, tile = WORLD, options: Partial<TileOptions> = {}, choice?: LayerChoice) {
  const layer = await layerOf(sql, choice);
  const readings = coordinateReadings(layer, (await run<ProbeRow>(probeStatement(layer))).rows);
  const row = (await run<{ tile: Buffer; features: number }>(tileStatement(layer, readings, tile, options))).rows[0];
  if (!row) throw new Error('A tile has one row.');
  return { bytes: row.tile, features: row.features, layers: decodeTile(row.tile) };
}

async function featuresOf(sql: string, tile = WORLD, options: Partial<TileOptions> = {}): Promise<DecodedFeature[]> {
  return (await tileOf(sql, tile, options)).layers[0]?.features ?? [];
}

const idsOf = (features: readonly DecodedFeature[]): number[] =>
  features.map((feature) => Number(feature.properties.id)).sort((a, b) => a - b);

describe('tileStatement', () => {
  it('makes one layer called query with positions in tile units', async () => {
    const { layers, features } = await tileOf("SELECT 7 AS id, 'x' AS name, ST_SetSRID(ST_Point(0, 0), 4326) AS geom");
    expect(features).toBe(1);
    expect(layers).toEqual([
      {
        ...{ name: 'query', extent: 4096, version: 2 },
        features: [{ id: 7, kind: 1, properties: { id: 7, name: 'x' }, positions: [[2048, 2048]] }],
      },
    ]);
  });

  it('has no bytes where there is nothing', async () => {
    const { bytes, features } = await tileOf('SELECT id, geom FROM in_4326', { z: 5, x: 0, y: 0 });
    expect([bytes.length, features]).toEqual([0, 0]);
  });

  it.each(['in_4326', 'in_3857', 'in_25832', 'in_0', 'in_unknown', 'in_geography'])(
    'finds the same features in %s as the positions say, by the index',
    async (table) => {
      const tile = tileAt(10, 48, 9);
      if (!tile) throw new Error('Inside of the grid.');
      const expected = await client.query<{ id: number }>(
        `SELECT id FROM near, ST_Transform(ST_TileEnvelope($1, $2, $3, margin => 64.0 / 4096), 4326) box
         WHERE ST_SetSRID(ST_Point(lon, lat), 4326) && box ORDER BY id`,
        [tile.z, tile.x, tile.y],
      );
      expect(expected.rows.length).toBeGreaterThan(50);
      const sql = `SELECT id, geom FROM ${table}`;
      expect(idsOf(await featuresOf(sql, tile))).toEqual(expected.rows.map((row) => row.id));
      const layer = await layerOf(sql);
      const readings = coordinateReadings(layer, (await run<ProbeRow>(probeStatement(layer))).rows);
      const { text, parameters } = tileStatement(layer, readings, tile);
      const plan = await run<{ 'QUERY PLAN': string }>({ text: `EXPLAIN ${text}`, parameters });
      expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(`${table}_place`);
    },
  );

  it.each([0, 1, 2, 3, 4, 7])('finds every place of the globe in a geography at zoom %i', async (z) => {
    await client.query('CREATE TABLE IF NOT EXISTS globe AS SELECT id, ST_Point(lon, lat)::geography AS g FROM grid()');
    const flat = 'SELECT id, g::geometry AS geom FROM globe';
    for (const [lon, lat] of [
      [0, 0],
      [-90, 0],
      [-0.1, 0.1],
      [90, -0.1],
      [45, 60],
      [179, -80],
      [-179, 84],
    ] as const) {
      const tile = tileAt(lon, lat, z) ?? WORLD;
      expect(idsOf(await featuresOf('SELECT id, g FROM globe', tile))).toEqual(idsOf(await featuresOf(flat, tile)));
    }
  });

  it.each([0, 2, 3, 4, 6, 12])(
    'serves every row of a projected table from the tile it lies in at zoom %i',
    async (z) => {
      const tile = tileAt(10, 48, z) ?? WORLD;
      const ids = idsOf(await featuresOf('SELECT id, geom FROM in_25832', tile, { featureCap: 50_000 }));
      expect(ids).toEqual(idsOf(await featuresOf('SELECT id, geom FROM in_3857', tile, { featureCap: 50_000 })));
    },
  );

  it("finds the same features without a box in the data's system", async () => {
    const tile = tileAt(10, 48, 9) ?? WORLD;
    const sql = 'SELECT id, geom FROM in_25832';
    expect(await featuresOf(sql, tile, { search: 'rows' })).toEqual(await featuresOf(sql, tile));
  });

  it('clips to the tile and its margin', async () => {
    const [line] = await featuresOf(
      'SELECT ST_MakeLine(ST_SetSRID(ST_Point(-170, 10), 4326), ST_SetSRID(ST_Point(170, 10), 4326))',
      { z: 3, x: 4, y: 3 },
    );
    expect(line?.positions.map(([x]) => x)).toEqual([-64, 4160]);
  });

  it('draws what else is in a table that holds every kind of geometry', async () => {
    const shapes = [
      ['point', 'POINT(1 1)', 1],
      ['multipoint', 'MULTIPOINT(1 1, 20 20)', 1],
      ['line', 'LINESTRING(0 0, 40 40)', 2],
      ['lines', 'MULTILINESTRING((0 0, 40 40), (0 40, 40 0))', 2],
      ['hole', 'POLYGON((0 0, 40 0, 40 40, 0 40, 0 0), (10 10, 20 10, 20 20, 10 20, 10 10))', 3],
      ['polygons', 'MULTIPOLYGON(((0 0, 40 0, 40 40, 0 0)), ((60 0, 80 0, 80 40, 60 0)))', 3],
      ['arc', 'CIRCULARSTRING(0 0, 10 10, 20 0)', 2],
      ['compound', 'COMPOUNDCURVE(CIRCULARSTRING(0 0, 10 10, 20 0), (20 0, 30 0))', 2],
      ['curved', 'CURVEPOLYGON(CIRCULARSTRING(0 0, 20 20, 40 0, 20 -20, 0 0))', 3],
      ['curves', 'MULTISURFACE(CURVEPOLYGON(CIRCULARSTRING(0 0, 20 20, 40 0, 20 -20, 0 0)))', 3],
      ['tin', 'TIN(((0 0, 0 40, 40 0, 0 0)))', 3],
      ['triangle', 'TRIANGLE((0 0, 0 40, 40 0, 0 0))', 3],
      ['surface', 'POLYHEDRALSURFACE(((0 0, 0 40, 40 0, 0 0)))', 3],
      ['high', 'POINTZM(1 1 500 3)', 1],
      ['pole', 'POLYGON((-180 -90, 180 -90, 180 -60, -180 -60, -180 -90))', 3],
      ['beyond the pole', 'POLYGON((-180 -95, 180 -95, 180 -60, -180 -60, -180 -95))', 3],
      ['bow tie', 'POLYGON((0 0, 40 40, 40 0, 0 40, 0 0))', 3],
      ['nothing', 'POLYGON EMPTY', null],
      ['far north', 'POINT(0 95)', null],
      ['null', null, null],
    ] as const;
    await client.query('CREATE TABLE shapes (name text, geom geometry)');
    for (const [name, wkt] of shapes) {
      await client.query('INSERT INTO shapes VALUES ($1, ST_SetSRID($2::text::geometry, 4326))', [name, wkt]);
    }
    const drawn = await featuresOf('TABLE shapes');
    expect(drawn.map(({ properties, kind }) => [properties.name, kind])).toEqual(
      shapes.filter(([, , kind]) => kind !== null).map(([name, , kind]) => [name, kind]),
    );
  });

  describe('a collection', () => {
    const AREA = 'POLYGON((0 0, 40 0, 40 40, 0 40, 0 0))';
    const SURFACES = 'TIN(((0 0, 0 40, 40 0, 0 0))), POLYHEDRALSURFACE(((0 0, 0 40, 40 0, 0 0)))';
    it.each([
      ['points, lines and polygons', `POINT(1 1), LINESTRING(0 0, 40 40), ${AREA}`, [1, 2, 3]],
      ['several of a kind', `POINT(1 1), MULTIPOINT(2 2, 30 30), LINESTRING(0 0, 40 40)`, [1, 2]],
      ['points', 'POINT(1 1), POINT(30 30)', [1]],
      ['collections', `GEOMETRYCOLLECTION(GEOMETRYCOLLECTION(POINT(1 1)), ${AREA}), LINESTRING(0 0, 40 40)`, [1, 2, 3]],
      ['arcs', 'POINT(1 1), CIRCULARSTRING(0 0, 10 10, 20 0), CURVEPOLYGON((0 0, 20 20, 40 0, 0 0))', [1, 2, 3]],
      ['surfaces', `${SURFACES}, TRIANGLE((0 0, 0 40, 40 0, 0 0)), POINT(1 1)`, [1, 3]],
      ['empty parts', `POINT EMPTY, ${AREA}, LINESTRING EMPTY`, [3]],
      ['nothing else than empty parts', 'POINT EMPTY, GEOMETRYCOLLECTION EMPTY', []],
    ])('of %s keeps every kind, each with the properties of the row', async (name, parts, kinds) => {
      const shape = `ST_SetSRID('GEOMETRYCOLLECTION(${parts})'::geometry, 4326)`;
      const drawn = await featuresOf(`SELECT 7 AS id, '${name}' AS name, ${shape} AS geom`);
      expect(drawn.map(({ kind }) => kind)).toEqual(kinds);
      for (const { id, properties } of drawn) expect([id, properties]).toEqual([7, { id: 7, name }]);
    });

    it.each(['geometry(GeometryCollection, 4326)', 'geography', 'geography(GeometryCollection)'])(
      'of the type %s keeps every kind',
      async (type) => {
        const shape = `'SRID=4326;GEOMETRYCOLLECTION(POINT(1 1), LINESTRING(0 0, 40 40), ${AREA})'::${type}`;
        expect((await featuresOf(`SELECT ${shape} AS geom`)).map(({ kind }) => kind)).toEqual([1, 2, 3]);
      },
    );

    it('counts its features, stands in the order of the rows, and finds its index', async () => {
      await client.query(`CREATE TABLE collections AS SELECT i AS id, ST_Collect(ST_SetSRID(ST_Point(i, 1), 4326),
          ST_SetSRID(ST_MakeLine(ST_Point(i, 1), ST_Point(i, 2)), 4326)) AS geom FROM generate_series(-170, 170) i;
        CREATE INDEX collections_place ON collections USING gist (geom); ANALYZE collections; SET enable_seqscan = off`);
      const sql = 'SELECT id, geom FROM collections ORDER BY id DESC';
      const { features, layers } = await tileOf(sql, WORLD);
      const drawn = layers[0]?.features ?? [];
      expect([features, drawn.length]).toEqual([682, 682]);
      expect(drawn.slice(0, 4).map(({ properties, kind }) => [properties.id, kind])).toEqual([
        [170, 1],
        [170, 2],
        [169, 1],
        [169, 2],
      ]);
      const { text, parameters } = tileStatement(await layerOf(sql), [{ srid: 4326, as: 4326 }], {
        z: 5,
        x: 16,
        y: 15,
      });
      const plan = await run<{ 'QUERY PLAN': string }>({ text: `EXPLAIN ${text}`, parameters });
      await client.query('RESET enable_seqscan');
      expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('collections_place');
    });
  });

  it('keeps small polygons and lines visible where the grid swallows them', async () => {
    const sql = `SELECT id, CASE WHEN id % 2 = 0 THEN ST_Buffer(geom, 0.0001) ELSE ST_MakeLine(geom, ST_Translate(geom, 0.0001, 0)) END
      FROM in_4326 WHERE id < 10`;
    const drawn = await featuresOf(sql);
    expect(drawn.map((feature) => feature.kind)).toEqual([3, 2, 3, 2, 3, 2, 3, 2, 3, 2]);
  });

  it('thins evenly above the cap and returns the total count', async () => {
    const sql = 'SELECT id, ST_SetSRID(ST_Point(lon, lat), 4326) AS geom FROM grid() ORDER BY id DESC';
    const { features, layers } = await tileOf(sql, WORLD, { featureCap: 100 });
    const drawn = layers[0]?.features ?? [];
    expect([features, drawn.length]).toEqual([73 * 35, 100]);
    const quarters = new Set(drawn.map(({ positions: [[x, y] = [0, 0]] }) => `${x < 2048} ${y < 2048}`));
    expect(quarters.size).toBe(4);
    const ids = drawn.map((feature) => feature.id ?? 0);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect((await tileOf(sql, WORLD, { featureCap: 73 * 35 })).layers[0]?.features).toHaveLength(73 * 35);
  });

  it('serves each SRID of a mixed column by its own rule', async () => {
    const sql = `SELECT id, geom FROM in_4326 WHERE id = 1 UNION ALL SELECT 10 + id, geom FROM in_3857 WHERE id = 1
      UNION ALL SELECT 20 + id, geom FROM in_25832 WHERE id = 1 UNION ALL SELECT 30 + id, geom FROM in_0 WHERE id = 1
      UNION ALL SELECT 40, NULL`;
    for (const z of [0, 8]) {
      const drawn = await featuresOf(sql, tileAt(5.05, 45, z) ?? WORLD);
      expect(idsOf(drawn)).toEqual([1, 11, 21, 31]);
      expect(new Set(drawn.map((feature) => feature.positions.join())).size).toBe(1);
    }
  });
});

describe('a row with an SRID that the readings lack', () => {
  it('stays at its own place', async () => {
    const layer = await layerOf('SELECT id, geom FROM in_4326 WHERE id = 1');
    const statement = (readings: SridReading[]) => tileStatement(layer, readings, WORLD, { search: 'rows' });
    const [wide] = (await run<{ tile: Buffer }>(statement([{ srid: 25832, as: 25832 }]))).rows;
    const [known] = (await run<{ tile: Buffer }>(statement([{ srid: 4326, as: 4326 }]))).rows;
    expect(decodeTile(wide?.tile ?? Buffer.alloc(0))).toEqual(decodeTile(known?.tile ?? Buffer.alloc(0)));
    const [metres] = (await run<{ tile: Buffer }>(statement([{ srid: 3857, as: 3857 }]))).rows;
    expect(decodeTile(metres?.tile ?? Buffer.alloc(0))).toEqual(decodeTile(known?.tile ?? Buffer.alloc(0)));
  });
});

describe('properties', () => {
  const P = 'ST_SetSRID(ST_Point(0, 0), 4326) AS geom';
  it.each([
    ['1::smallint', 1],
    ['(-2147483648)::integer', -2147483648],
    ['9007199254740991::bigint', 9007199254740991],
    ['-9007199254740993::bigint', '-9007199254740993'],
    ['9223372036854775807::bigint', '9223372036854775807'],
    ['1.10::numeric(10,2)', 1.1],
    ['0::numeric', 0],
    ['-12345678901234567890.5::numeric', '-12345678901234567890.5'],
    ["'1e400'::numeric", `1${'0'.repeat(400)}`],
    ["'1e-400'::numeric = ('1e-400'::numeric)::text::numeric", true],
    ["'NaN'::numeric", 'NaN'],
    ['1.1::real', 1.1],
    ['0.1::float8', 0.1],
    ["'Infinity'::float8", Infinity],
    ['true', true],
    ["'ü\"'::text", 'ü"'],
    ["'a'::char(5)", 'a'],
    ["'2026-05-19'::date", '2026-05-19'],
    ["'2026-05-19 09:41:12.5'::timestamp", '2026-05-19T09:41:12.5'],
    ["'2026-05-19 09:41:12+02'::timestamptz", '2026-05-19T07:41:12Z'],
    ["'infinity'::timestamptz", 'infinity'],
    ["'09:41'::time", '09:41:00'],
    ["'1 day'::interval", '1 day'],
    [`'{"a": [1, null]}'::json`, '{"a": [1, null]}'],
    [`'{"v": 1, "geom": 2}'::jsonb`, '{"v": 1, "geom": 2}'],
    ["'[1]'::jsonb", '[1]'],
    ['ARRAY[1, NULL, 3]', '[1,null,3]'],
    ["ARRAY['a,b', 'c\"']", '["a,b","c\\""]'],
    ["'\\x00ff'::bytea", '\\x00ff'],
    ["'6f1b7b0e-0000-4000-8000-000000000000'::uuid", '6f1b7b0e-0000-4000-8000-000000000000'],
    ["'10.0.0.1'::inet", '10.0.0.1'],
    ["'[1,3)'::int4range", '[1,3)'],
    ["ROW(1, 'x')", '(1,x)'],
    ['4294967295::oid', 4294967295],
    ["'12.5'::money", '$12.50'],
    ['NULL::text', undefined],
  ])('carries %s as %p', async (expression, expected) => {
    await client.query("SET lc_monetary = 'C'; SET DateStyle = 'German'; SET TimeZone = 'Asia/Kolkata'");
    const [feature] = await featuresOf(`SELECT ${expression} AS v, ${P}`);
    const money = typeof expected === 'string' && expected.startsWith('$');
    expect(feature?.properties.v).toEqual(money ? expect.stringMatching(/12\.50$/) : expected);
  });

  it('keeps hostile, missing and repeated names apart', async () => {
    const names = ['a"b', "x'; DROP TABLE shapes; --", 'geom', 'feature_id', 'drawn', 'c1', 't', 'a"b', 'ü€😀', ' '];
    const list = names.map((name, index) => `${index} AS "${name.replaceAll('"', '""')}"`);
    const [feature] = await featuresOf(`SELECT ${list.join(', ')}, 99, ${P}, ${P}`);
    expect(feature?.properties).toEqual({
      ...Object.fromEntries(names.map((name, index) => [name, index]).filter(([, index]) => index !== 7)),
      ...{ 'a"b': 0, 'a"b_2': 7, '?column?': 99 },
    });
  });

  it('takes the id of a chosen column and leaves out what is no usable id', async () => {
    const sql = `SELECT k, k AS id, ${P} FROM (VALUES (5::bigint), (-1), (NULL), (9007199254740993)) v(k)`;
    const { layers } = await tileOf(sql, WORLD, {}, { idColumn: 'k' });
    expect(layers[0]?.features.map((feature) => feature.id)).toEqual([5, null, null, null]);
  });

  it('draws the first geometry, or the one that is chosen', async () => {
    const sql = `SELECT 'text' AS geom, ST_SetSRID(ST_Point(0, 0), 4326) AS a, ST_SetSRID(ST_Point(90, 0), 4326) AS b`;
    expect((await featuresOf(sql))[0]).toMatchObject({ positions: [[2048, 2048]], properties: { geom: 'text' } });
    const chosen = await tileOf(sql, WORLD, {}, { geometryColumn: 'b' });
    expect(chosen.layers[0]?.features[0]).toMatchObject({ positions: [[3072, 2048]], properties: { geom: 'text' } });
  });

  it.each([
    `SELECT 1 AS id, ${P}; -- done`,
    `SELECT 1 AS id, ${P} -- done`,
    `SELECT 1 AS id, ${P} /* one ; /* two */ */ ;\n\n`,
    `-- first;\nWITH drawn AS (SELECT 1 AS id, ${P}) SELECT * FROM drawn ORDER BY id LIMIT 5`,
    `VALUES (1, ${P.replace(' AS geom', '')})`,
  ])('wraps %s', async (sql) => {
    const layer = tileLayer(sql, [
      { name: 'id', type: 'integer' },
      { name: 'geom', type: 'geometry' },
    ]);
    if ('refused' in layer) throw new Error(layer.detail);
    const statement = tileStatement(layer, coordinateReadings(layer, []), WORLD);
    const { rows } = await run<{ tile: Buffer }>(statement);
    expect(decodeTile(rows[0]?.tile ?? new Uint8Array())[0]?.features[0]?.properties).toEqual({ id: 1 });
  });

  it.each([
    `WITH x AS (DELETE FROM in_0 RETURNING *) SELECT * FROM x`,
    `SELECT 1, ${P}) AS q(c1, c2)) m) s) SELECT 1; DELETE FROM in_0; SELECT * FROM (SELECT (1`,
    `DELETE FROM in_0 RETURNING *`,
  ])('gives no way to %s', async (sql) => {
    const layer = tileLayer(sql, [
      { name: 'id', type: 'integer' },
      { name: 'geom', type: 'geometry' },
    ]);
    if (!('refused' in layer)) {
      await expect(run(tileStatement(layer, coordinateReadings(layer, []), WORLD))).rejects.toThrow();
    }
    expect((await client.query('SELECT 1 FROM in_0')).rowCount).toBe(40_000);
  });
});

describe('boundsStatement', () => {
  it.each(['in_4326', 'in_3857', 'in_25832', 'in_0', 'in_unknown', 'in_geography'])(
    'returns the position of %s',
    async (table) => {
      const layer = await layerOf(`SELECT id, geom FROM ${table}`);
      const readings = coordinateReadings(layer, (await run<ProbeRow>(probeStatement(layer))).rows);
      const [row] = (await run<BoundsRow & pg.QueryResultRow>(boundsStatement(layer, readings, 'public'))).rows;
      const { west, south, east, north } = layerBounds(row ?? { west: null, south: null, east: null, north: null });
      for (const [actual, expected] of [
        [west, 5],
        [south, 45],
        [east, 14.95],
        [north, 54.95],
      ] as const) {
        expect(Math.abs(actual - expected)).toBeLessThan(table === 'in_25832' ? 1.5 : 1e-6);
      }
    },
  );
});

it('finds the SRIDs of all rows with the bounds, where the column has none of its own', async () => {
  const sql = 'SELECT id, geom FROM in_3857 UNION ALL SELECT id, geom FROM in_0';
  const layer = await layerOf(sql);
  const [row] = (await run<BoundsRow & pg.QueryResultRow>(boundsStatement(layer, [{ srid: 3857, as: 3857 }]))).rows;
  const found = coordinateReadings(layer, row?.found ?? []).toSorted((a, b) => a.srid - b.srid);
  expect(found).toEqual([
    { srid: 0, as: 4326 },
    { srid: 3857, as: 3857 },
  ]);
  const typed = await layerOf('SELECT id, geom::geometry(Point, 3857) FROM in_3857');
  const bounds = await run<BoundsRow & pg.QueryResultRow>(boundsStatement(typed, coordinateReadings(typed, [])));
  expect(bounds.rows[0]?.found).toBeNull();
});

describe('coordinates that are no finite numbers', () => {
  /** POINT(Infinity 1), which has no text form. */
  const INFINITE = '0101000000000000000000F07F000000000000F03F';
  const FINE = "(1, 'POINT(2 3)'), (2, 'LINESTRING(4 5, 6 7)'), (9, 'POINT(8 9)')";
  const SPOILT = `(3, 'POINT(NaN 2)'), (4, 'POINT(NaN NaN)'), (5, '${INFINITE}'), (6, 'LINESTRING(1 1, NaN 3, 5 5)'),
    (7, 'LINESTRING(2 1, 2 NaN)'), (8, 'MULTIPOINT(1 1, NaN NaN, 5 5)'), (10, 'POLYGON((0 0, 9 0, NaN 9, 0 0))')`;
  const sqlOf = (values: string, srid = 4326): string =>
    `SELECT id, ST_SetSRID(t::geometry, ${srid}) AS geom FROM (VALUES ${values}) v(id, t)`;
  const boundsOf = async (sql: string) => {
    const layer = await layerOf(sql);
    const readings = coordinateReadings(layer, (await run<ProbeRow>(probeStatement(layer))).rows);
    return (await run<BoundsRow & pg.QueryResultRow>(boundsStatement(layer, readings, 'public'))).rows[0];
  };

  it('leave the others where they are', async () => {
    const sql = sqlOf(`(1, 'POINT(2 3)'), ${SPOILT}, (2, 'LINESTRING(4 5, 6 7)'), (9, 'POINT(8 9)')`);
    const [drawn, fine] = [await featuresOf(sql), await featuresOf(sqlOf(FINE))];
    expect(drawn.filter(({ properties: { id } }) => [1, 2, 9].includes(Number(id)))).toEqual(fine);
    for (const { positions } of drawn) expect(positions.flat().every((value) => Math.abs(value) < 5_000)).toBe(true);
  });

  it.each(['point', 'multipoint', 'linestring', 'polygon'])('are left out of a column of type %s', async (type) => {
    const [fine, spoilt] = {
      point: ['POINT(1 1)', 'POINT(NaN 1)'],
      multipoint: ['MULTIPOINT(1 1, 2 2)', 'MULTIPOINT(1 1, NaN 2, 3 3)'],
      linestring: ['LINESTRING(1 1, 20 20)', 'LINESTRING(1 1, NaN 3, 20 20)'],
      polygon: ['POLYGON((1 1, 20 20, 20 1, 1 1))', 'POLYGON((1 1, 20 20, 20 NaN, 1 1))'],
    }[type] ?? ['', ''];
    const table = `spoilt_${type}`;
    await client.query(`CREATE TABLE ${table} (id integer, geom geometry(${type}, 4326));
      INSERT INTO ${table} VALUES (1, 'SRID=4326;${spoilt}'), (2, 'SRID=4326;${fine}'), (3, 'SRID=4326;${spoilt}');
      CREATE INDEX ON ${table} USING gist (geom)`);
    const options = { featureCap: 1 };
    for (const { positions, properties } of await featuresOf(`SELECT * FROM ${table}`, WORLD, options)) {
      expect(properties.id).toBe(2);
      expect(positions.flat().every((value) => Math.abs(value) < 5_000)).toBe(true);
    }
    expect((await tileOf(`SELECT * FROM ${table}`)).features).toBe(1);
  });

  it('neither spoil the bounds, in whatever order they come, nor are counted', async () => {
    const fine = await boundsOf(sqlOf(`(1, 'POINT(2 3)'), (9, 'POINT(8 9)')`));
    const points = `(3, 'POINT(NaN 2)'), (4, 'POINT(NaN NaN)'), (5, '${INFINITE}'), (7, 'LINESTRING(2 1, 2 NaN)')`;
    for (const values of [
      `${points}, (1, 'POINT(2 3)'), (9, 'POINT(8 9)')`,
      `(1, 'POINT(2 3)'), ${points}, (9, 'POINT(8 9)')`,
      `(1, 'POINT(2 3)'), (9, 'POINT(8 9)'), ${points}`,
    ])
      expect(await boundsOf(sqlOf(values))).toEqual(fine);
    expect(fine).toMatchObject({ west: 2, south: 3, east: 8, north: 9, features: '2' });
  });

  it('do not make degrees of a column without an SRID metres', async () => {
    const [point] = await featuresOf(sqlOf(`(3, 'POINT(NaN 2)'), (5, '${INFINITE}'), (1, 'POINT(90 0)')`, 0));
    expect(point).toMatchObject({ positions: [[3072, 2048]] });
  });

  it('leave collections to be counted by kind of part', async () => {
    const sql = sqlOf(`(1, 'GEOMETRYCOLLECTION(POINT(1 1), LINESTRING(1 1, 2 2), POINT(3 3))'), (2, 'POINT(1 1)')`);
    expect([(await boundsOf(sql))?.features, (await tileOf(sql)).features]).toEqual(['3', 3]);
  });
});

describe('postgisSchema', () => {
  it('needs nothing of PostGIS on the search path', async () => {
    const layer = await layerOf('SELECT id, geom FROM public.in_25832');
    await client.query("SET search_path = ''");
    try {
      const options = { postgisSchema: 'public' };
      const readings = coordinateReadings(layer, (await run<ProbeRow>(probeStatement(layer, 'public'))).rows);
      const { rows } = await run<{ features: number }>(
        tileStatement(layer, readings, tileAt(10, 48, 9) ?? WORLD, options),
      );
      expect(rows[0]?.features).toBeGreaterThan(50);
    } finally {
      await client.query('RESET search_path');
    }
  });
});
