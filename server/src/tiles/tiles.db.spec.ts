import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { LOCAL_ACTOR } from '#libs/access';
import type { Run, TileLayerChange, TileLayerHint, TileLayerSettings } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import type { TileJson } from '#libs/tiles';
import { mercatorBounds } from '#libs/tiles';
import { EventBus, State } from '../platform/index.js';
import { settleBehind } from '../platform/testing/settle-behind.js';
import { LayerDescriber } from './layers/layer-describer.js';
import { LayerFacts } from './layers/layer-facts.js';
import { LayerRegistry } from './layers/layer-registry.js';
import { TileLayerRecord } from './layers/tile-layer-settings.entity.js';
import { TileSettings } from './tile-settings.js';
import { TilesService } from './tiles.service.js';
import { TilesApp } from './testing/tiles-app.js';
import { worldSql } from './testing/world.js';
import { eventually } from '../platform/testing/eventually.js';

let app: TilesApp;
beforeAll(async () => {
  app = await TilesApp.start();
  await app.database.execute(worldSql());
  await app.database.execute(`
    CREATE TABLE target (a integer);
    CREATE SEQUENCE numbers;
    CREATE FUNCTION writes() RETURNS integer LANGUAGE sql AS 'INSERT INTO target VALUES (1) RETURNING a';
    CREATE TABLE many AS SELECT i AS id, ST_SetSRID(ST_Point(5 + (i % 400) * 0.01, 45 + (i / 400) * 0.01), 4326) AS geom,
      repeat('x', 60) AS filler FROM generate_series(0, 159999) i;
    CREATE INDEX ON many USING gist (geom);
    ANALYZE many;
    CREATE TABLE "it's ""odd" AS SELECT i AS id, ST_SetSRID(ST_Point(i, 41 + i / 3.1), 4326)::geometry(Point, 4326) AS "ge""om'" FROM generate_series(1, 60) i;
    ANALYZE "it's ""odd";
    CREATE TABLE fresh WITH (autovacuum_enabled = off) AS SELECT * FROM many;
    CREATE INDEX ON fresh USING gist (geom)`);
});
afterAll(() => app.stop());

const NOTHING = { geometryColumn: null, idColumn: null, attribution: null, style: null };
const POINT = 'ST_SetSRID(ST_Point(0, 0), 4326) AS geom';
const layerOf = (bytes: Uint8Array) => new VectorTile(new PbfReader(bytes)).layers.query;

/** Half a grid's cell more than PostGIS may move a corner when it snaps to the grid and then clips. */
const REACH_UNITS = 3;
/** Parts of a polygon that are thinner, and pieces of a line that are shorter, may vanish in the grid. */
const THIN_UNITS = 3;
const SHORT_UNITS = 12;

/**
 * For each feature of a tile the share of what lies out of place: of what was drawn outside of what PostGIS itself cuts
 * out of the geometry for the same window, and of that outside of what was drawn, both with `REACH_UNITS` around.
 */
async function misplaced(table: string, place: string, bytes: Uint8Array): Promise<{ id: number; off: number }[]> {
  const [z, x, y] = place.split('/').map(Number) as [number, number, number];
  const { west, south, east, north } = mercatorBounds({ z, x, y });
  const unit = (east - west) / 4096;
  const layer = layerOf(bytes);
  const drawn = Array.from({ length: layer?.length ?? 0 }, (_, index) => {
    const one = layer?.feature(index);
    return { id: one?.properties.id, geometry: one?.toGeoJSON(x, y, z).geometry };
  });
  const { rows } = await app.database.execute(`
    WITH box AS (SELECT ST_MakeEnvelope(${west} - 64 * ${unit}, ${south} - 64 * ${unit}, ${east} + 64 * ${unit}, ${north} + 64 * ${unit}, 3857) AS box),
    wanted AS (SELECT t.id, ST_Intersection(ST_MakeValid(ST_Transform(t.geom, 3857)), b.box) AS g,
                      ST_Dimension(t.geom) AS d FROM ${table} t, box b
                WHERE ST_Intersects(ST_MakeValid(ST_Transform(t.geom, 3857)), b.box)),
    sure AS (SELECT id, CASE d WHEN 2 THEN ST_Buffer(g, ${-THIN_UNITS * unit}) WHEN 1 THEN
                (SELECT ST_Collect(p.geom) FROM ST_Dump(ST_LineMerge(ST_CollectionExtract(g, 2))) p WHERE ST_Length(p.geom) > ${SHORT_UNITS * unit})
                ELSE g END AS g FROM wanted),
    drawn AS (SELECT (j ->> 'id')::int AS id, ST_Transform(ST_MakeValid(ST_SetSRID(ST_GeomFromGeoJSON(j ->> 'geometry'), 4326)), 3857) AS g
                FROM json_array_elements('${JSON.stringify(drawn)}') j)
    SELECT coalesce(w.id, d.id) AS id,
           CASE WHEN w.id IS NULL OR d.id IS NULL THEN 1 ELSE
             ST_Length(ST_Boundary(ST_Buffer(ST_Difference(d.g, ST_Buffer(w.g, ${REACH_UNITS * unit})), ${unit / 100})))
             + coalesce(ST_Length(ST_Boundary(ST_Buffer(ST_Difference(s.g, ST_Buffer(d.g, ${REACH_UNITS * unit})), ${unit / 100}))), 0) END AS off
      FROM wanted w FULL JOIN drawn d USING (id) LEFT JOIN sure s USING (id) ORDER BY 1`);
  return rows.map(({ id, off }) => ({ id: Number(id), off: Number(off) }));
}

describe('a tile of real countries and cities', () => {
  // The whole world, its corners at the antimeridian and the poles, Europe, and Lesotho as a hole of South Africa.
  const PLACES = ['0/0/0', '1/1/0', '3/0/1', '3/7/1', '2/0/3', '2/3/3', '4/8/5', '5/18/18', '6/63/22'];
  it.each(['countries', 'borders', 'places', 'cities'].flatMap((table) => PLACES.map((place) => [table, place])))(
    'holds of %s what PostGIS cuts out for %s',
    async (table, place) => {
      const { id } = await app.saved(`SELECT * FROM ${table}`);
      const { status, bytes } = await app.tile(id, place);
      const compared = await misplaced(table, place, bytes);
      expect(compared.filter(({ off }) => off > 0)).toEqual([]);
      expect(status).toBe(compared.length > 0 ? 200 : 204);
    },
  );

  it('has every other column as a property, in a layer named query, with the key as the id', async () => {
    const { id } = await app.saved('SELECT id, name, geom, id * 1.5 AS share FROM countries WHERE name = $$Lesotho$$');
    const layer = layerOf((await app.tile(id)).bytes);
    const feature = layer?.feature(0);
    expect([layer?.name, layer?.extent, layer?.length]).toEqual(['query', 4096, 1]);
    expect(feature?.properties).toEqual({ id: feature?.id, name: 'Lesotho', share: Number(feature?.id) * 1.5 });
  });

  it('is as current as the data', async () => {
    const { id } = await app.saved('SELECT * FROM places WHERE id = 999');
    expect((await app.tile(id)).status).toBe(204);
    await app.database.execute(`INSERT INTO places VALUES (999, 'New', ST_SetSRID(ST_Point(1, 1), 4326))`);
    expect(layerOf((await app.tile(id)).bytes)?.feature(0).properties.name).toBe('New');
    await app.database.execute('DELETE FROM places WHERE id = 999');
    expect((await app.tile(id)).status).toBe(204);
  });
});

describe('an answer', () => {
  it('says what it is, is compressed when asked for, and is not sent twice', async () => {
    const { id } = await app.saved('SELECT * FROM countries');
    const plain = await app.tile(id);
    expect(plain.headers.get('Content-Type')).toBe('application/vnd.mapbox-vector-tile');
    expect(plain.headers.get('Cache-Control')).toBe('private, no-cache');
    expect(plain.headers.get('X-Tile-Truncated')).toBeNull();
    expect(plain.headers.get('Server-Timing')).toMatch(/^db;dur=\d/);
    expect(Number(plain.headers.get('X-Tile-Features'))).toBe(layerOf(plain.bytes)?.length);
    const known = { 'If-None-Match': plain.headers.get('ETag') ?? '' };
    expect((await app.tile(id, '0/0/0', known)).status).toBe(304);
    const packed = await rawTile(id, { 'Accept-Encoding': 'gzip' });
    expect([packed.headers['content-encoding'], packed.headers.etag === plain.headers.get('ETag')]).toEqual([
      'gzip',
      false,
    ]);
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length);
    const other = await app.tile(id, '1/0/0', known);
    expect([other.status, other.headers.get('ETag') === plain.headers.get('ETag')]).toEqual([200, false]);
  });

  it('reports that a tile has more than it shows', async () => {
    const { id } = await app.saved('SELECT * FROM many');
    const { headers, bytes } = await app.tile(id, '5/16/11');
    expect([headers.get('X-Tile-Features'), headers.get('X-Tile-Truncated')]).toEqual(['160000', '10000']);
    expect(layerOf(bytes)?.length).toBe(10_000);
  });

  it.each(['.mvt', '.pbf'])('may be asked for with %s', async (suffix) => {
    const { id } = await app.saved(`SELECT 1 AS id, ${POINT}`);
    expect((await app.tile(id, `0/0/0${suffix}`)).status).toBe(200);
  });

  it('is sent in ranges, as /vsicurl asks for them', async () => {
    const { id } = await app.saved('SELECT * FROM countries');
    const whole = await app.tile(id);
    const size = whole.bytes.length;
    const etag = whole.headers.get('ETag') ?? '';
    expect([size > 20_000, whole.headers.get('Accept-Ranges')]).toEqual([true, 'bytes']);
    const part = async (range: string, more: Record<string, string> = {}) => {
      const headers = { Range: range, 'Accept-Encoding': 'gzip', ...more };
      const answer = await app.tile(id, '0/0/0.mvt', headers);
      const { status, bytes } = answer;
      return [status, answer.headers.get('Content-Range'), bytes.equals(whole.bytes) ? 'all' : bytes.toString('hex')];
    };
    const hex = (from: number, to: number) => whole.bytes.subarray(from, to).toString('hex');
    expect(await part('bytes=0-9')).toEqual([206, `bytes 0-9/${size}`, hex(0, 10)]);
    expect(await part(`bytes=${size - 5}-`)).toEqual([
      206,
      `bytes ${size - 5}-${size - 1}/${size}`,
      hex(size - 5, size),
    ]);
    expect(await part('bytes=-3')).toEqual([206, `bytes ${size - 3}-${size - 1}/${size}`, hex(size - 3, size)]);
    expect(await part('bytes=0-16383999')).toEqual([206, `bytes 0-${size - 1}/${size}`, 'all']);
    expect(await part('bytes=0-1', { 'If-Range': etag })).toEqual([206, `bytes 0-1/${size}`, hex(0, 2)]);
    expect(await part('bytes=0-1', { 'If-Range': '"other"' })).toEqual([200, null, 'all']);
    expect(await part('bytes=0-1,5-6')).toEqual([200, null, 'all']);
    expect(await part('lines=0-1')).toEqual([200, null, 'all']);
    const beyond = await fetch(new URL(`/api/tiles/${id}/0/0/0`, app.address), {
      headers: { Range: `bytes=${size}-` },
    });
    expect([beyond.status, beyond.headers.get('Content-Range')]).toEqual([416, `bytes */${size}`]);
    const head = await fetch(new URL(`/api/tiles/${id}/0/0/0`, app.address), {
      ...{ method: 'HEAD', headers: { 'Accept-Encoding': 'identity' } },
    });
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, String(size)]);
  });

  it.each([
    ['http://localhost:4000', '0/0/0', 'http://localhost:4000'],
    ['http://localhost:4000', 'tilejson', 'http://localhost:4000'],
    ['https://example.org', '0/0/0', null],
    ['null', '0/0/0', null],
  ])('a page of %s may send more than a plain request for %s: %s', async (origin, place, allowed) => {
    const { id } = await app.saved(`SELECT 1 AS id, ${POINT}`);
    const headers = { Origin: origin, 'Access-Control-Request-Method': 'GET' };
    const asked = { ...headers, 'Access-Control-Request-Headers': 'if-none-match,range' };
    const answer = await fetch(new URL(`/api/tiles/${id}/${place}`, app.address), {
      method: 'OPTIONS',
      headers: asked,
    });
    expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([204, allowed]);
    const wanted = allowed === null ? null : expect.stringMatching(/If-None-Match.* Range/);
    expect(answer.headers.get('Access-Control-Allow-Headers')).toEqual(wanted);
    expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull();
  });

  it('may be read by pages of this machine and by nobody else without a token', async () => {
    const { id } = await app.saved(`SELECT 1 AS id, ${POINT}`);
    const allowed = async (origin: string) =>
      (await app.tile(id, '0/0/0', { Origin: origin })).headers.get('Access-Control-Allow-Origin');
    expect(await allowed('http://localhost:4000')).toBe('http://localhost:4000');
    expect(await allowed('http://localhost.example.org')).toBeNull();
    expect(await allowed('https://example.org')).toBeNull();
    expect(await allowed('null')).toBeNull();
  });
});

describe('TileJSON', () => {
  it('has the tiles URL, bounds and fields', async () => {
    const { id, name } = await app.saved('SELECT id, name, name AS name, geom, now() AS at FROM countries');
    const json = await app.tileJson(id);
    expect(json).toMatchObject({ tilejson: '3.0.0', name, scheme: 'xyz', minzoom: 0, maxzoom: 18 });
    expect(json.tiles).toEqual([`${app.address.replace('[::1]', '127.0.0.1')}/api/tiles/${id}/{z}/{x}/{y}`]);
    expect(json.bounds.map((side) => Math.round(side))).toEqual([-180, -85, 180, 84]);
    const fields = { id: 'Number', name: 'String', name_2: 'String', at: 'String' };
    expect(json.vector_layers).toEqual([{ id: 'query', minzoom: 0, maxzoom: 18, fields }]);
  });
});

describe('a TileJSON of a query that cannot be drawn', () => {
  const answers = async (sql: string, connection = 'db') => {
    const { id } = await app.saved(sql, connection);
    const { status, body } = await app.send<ProblemDocument>('GET', `/api/tiles/${id}/tilejson`);
    const { status: tileStatus, problem } = await app.tile(id);
    return { json: [status, body.code, body.detail], tile: [tileStatus, problem?.code, problem?.detail] };
  };

  it.each([
    ['a mistake of the data', `SELECT 1 / 0 AS id, ${POINT}`, 422],
    ['a mistake in a property of every row', 'SELECT id, (name || $$x$$)::integer AS n, geom FROM countries', 422],
    ['a function that writes', `SELECT writes() AS id, ${POINT}`, 422],
    ['a lock on rows', 'SELECT * FROM countries FOR UPDATE', 422],
    ['no geometry', 'SELECT 1 AS id', 422],
  ])('fails as its tiles do: %s', async (_, sql, status) => {
    const { json, tile } = await answers(sql);
    expect(json).toEqual(tile);
    expect(json[0]).toBe(status);
  });

  it('fails as its tiles do: each takes too long', async () => {
    const { json, tile } = await answers(`SELECT 1 AS id, pg_sleep(100)::text AS s, ${POINT}`, 'hasty');
    expect(json).toEqual(tile);
    expect(json.slice(0, 2)).toEqual([504, 'tile-timeout']);
  });

  it('is answered where only the tile of the whole world takes too long', async () => {
    const sql = 'SELECT id, geom FROM cities WHERE pg_sleep(0.01) IS NOT NULL';
    const { id } = await app.saved(sql, 'hasty');
    const { status, body } = await app.send<TileJson>('GET', `/api/tiles/${id}/tilejson`);
    expect([status, body.feature_count_estimated, Number(body.feature_count) > 5_000]).toEqual([200, true, true]);
    expect((await app.tile(id)).problem?.code).toBe('tile-timeout');
  });

  it('is answered again once the query can be drawn', async () => {
    await app.database.execute(`CREATE TABLE divided AS SELECT 1 AS id, 0 AS n, ${POINT}`);
    const { id } = await app.saved('SELECT id, 1 / n AS share, geom FROM divided');
    const status = async () => (await app.send('GET', `/api/tiles/${id}/tilejson`)).status;
    expect(await status()).toBe(422);
    await app.database.execute('UPDATE divided SET n = 1');
    expect(await status()).toBe(200);
  });
});

describe('features that a tile leaves out', () => {
  it('are counted in TileJSON and on the layer page', async () => {
    const { id } = await app.saved('SELECT * FROM many');
    const counted = { feature_cap: 10_000, feature_count: 160_000, features_left_out: 150_000 };
    expect(await app.tileJson(id)).toMatchObject({ ...counted, feature_count_estimated: false });
    expect(await app.layer(id)).toMatchObject(counted);
    const { id: few } = await app.saved('SELECT * FROM countries');
    expect(await app.tileJson(few)).toMatchObject({ feature_count: 177, features_left_out: 0 });
  });

  it('are none of those whose coordinates are no finite numbers, which spoil no bounds', async () => {
    await app.database.execute(`
      CREATE TABLE unplaced AS SELECT i AS id, ST_SetSRID(ST_Point(i, 40 + i), 4326)::geometry(Point, 4326) AS geom FROM generate_series(1, 9) i;
      INSERT INTO unplaced VALUES (10, ST_SetSRID(ST_Point('NaN', 'NaN'), 4326)), (11, ST_SetSRID(ST_Point('Infinity', 3), 4326));
      CREATE INDEX ON unplaced USING gist (geom); ANALYZE unplaced`);
    const { id } = await app.saved('SELECT * FROM unplaced');
    const { bounds, feature_count: features } = await app.tileJson(id);
    expect([bounds, features]).toEqual([[1, 41, 9, 49], 9]);
    expect((await app.tile(id)).headers.get('X-Tile-Features')).toBe('9');
    expect((await app.tile(id, '9/0/0')).status).toBe(204);
  });
});

describe('a layer', () => {
  it('is drawn as its owner chose', async () => {
    const { id } = await app.saved(
      `SELECT 7 AS a, 8 AS b, ST_SetSRID(ST_Point(0, 0), 4326) AS first, ST_SetSRID(ST_Point(90, 0), 4326) AS second`,
    );
    expect(await app.layer(id)).toMatchObject({
      geometry: { column: 'first' },
      geometry_columns: ['first', 'second'],
      id_column: null,
      id_columns: ['a', 'b'],
      hint: null,
      bounds_estimated: false,
    });
    const style = { kind: 'category', column: 'a', stops: [{ value: 7, colour: '#aa0000' }], other: '#777777' };
    const chosen = { geometry_column: 'second', id_column: 'b', attribution: '© me & you', style };
    const { status, body } = await app.send<object>('PUT', `/api/tiles/${id}/layer`, chosen);
    expect([status, body]).toMatchObject([200, { geometry: { column: 'second' }, id_column: 'b', settings: chosen }]);
    const feature = layerOf((await app.tile(id)).bytes)?.feature(0);
    expect([feature?.id, feature?.loadGeometry()[0]?.[0]]).toMatchObject([8, { x: 3072, y: 2048 }]);
    expect((await app.tileJson(id)).attribution).toBe('© me &amp; you');
  });

  it.each([
    [{ geometry_column: 'nowhere' }, 422],
    [{ id_column: 'geom' }, 422],
    [{ style: { kind: 'single', colour: 'red; }' } }, 400],
    [{ style: { kind: 'graduated', column: 'a', breaks: [2, 1], colours: ['#000000', '#000000', '#000000'] } }, 400],
    [{ colour: 'x' }, 400],
  ])('refuses the choice %j and stays as it was', async (chosen, expected) => {
    const { id } = await app.saved(`SELECT 1 AS id, ${POINT}`);
    expect((await app.send('PUT', `/api/tiles/${id}/layer`, chosen)).status).toBe(expected);
    expect((await app.layer(id)).settings).toEqual({
      geometry_column: null,
      id_column: null,
      attribution: null,
      style: null,
    });
    expect((await app.tile(id)).status).toBe(200);
  });

  it.each<[Partial<TileLayerSettings>, Partial<TileLayerSettings>, string]>([
    [{ attribution: '© me' }, { attribution: '© me' }, 'fulfilled'],
    [{ geometry_column: 'nowhere' }, {}, 'rejected'],
  ])('keeps beside the choice %j what another one has kept meanwhile', async (chosen, kept, status) => {
    const { id } = await app.saved(`SELECT 1 AS id, ${POINT}`);
    const [tiles, settings] = [app.workbench.app.get(TilesService), app.workbench.app.get(TileSettings)];
    const other = { geometry_column: null, id_column: 'id', attribution: null, style: null };
    const result = await settleBehind(
      app.workbench.app.get(State),
      () => settings.keep(LOCAL_ACTOR, id, { chosen: other }),
      () => tiles.choose(LOCAL_ACTOR, id, chosen, new AbortController().signal),
    );
    expect([result.status, await settings.of(id)]).toEqual([status, { ...other, ...kept }]);
  });

  it('keeps the settings that another tab has saved meanwhile', async () => {
    const { id } = await app.saved(`SELECT 1 AS id, ${POINT}`);
    const choose = (body: TileLayerChange) => app.send<ProblemDocument>('PUT', `/api/tiles/${id}/layer`, body);
    expect((await choose({ attribution: 'theirs', expected: { attribution: null } })).status).toBe(200);
    const refused = await choose({ attribution: 'mine', expected: { attribution: null } });
    expect([refused.status, refused.body.code]).toEqual([409, 'changed-meanwhile']);
    // The answer to the request may have been lost, and what is expected of other settings is not asked.
    expect((await choose({ attribution: 'theirs', expected: { attribution: null } })).status).toBe(200);
    expect((await choose({ id_column: 'id', expected: { id_column: null } })).status).toBe(200);
    expect((await app.layer(id)).settings).toMatchObject({ attribution: 'theirs', id_column: 'id' });
  });

  it.each([
    ['SELECT * FROM many', null],
    ['SELECT * FROM many WHERE id > 5 ORDER BY id', null],
    // Without statistics parallel workers seem worth reading everything.
    ['SELECT * FROM fresh WHERE id > 5 ORDER BY id', null],
    ['SELECT * FROM countries', null],
    ['SELECT * FROM countries LIMIT 5', null],
    ['SELECT * FROM many LIMIT 150000', 'Each tile reads all of many. A LIMIT keeps'],
    ['SELECT *, row_number() OVER () AS n FROM many', 'A window function keeps'],
    ['WITH a AS MATERIALIZED (SELECT * FROM many) SELECT * FROM a', 'reads all of many'],
    ['SELECT id, ST_Translate(geom, 0.1, 0) AS geom FROM many', 'Give the geometry column a GiST index'],
    ['SELECT id, ST_Collect(geom) AS geom FROM many GROUP BY id', 'Grouping keeps'],
  ])('says of %s whether each tile reads everything', async (sql, expected) => {
    const { hint } = await app.layer((await app.saved(sql)).id);
    if (expected === null) expect(hint).toBeNull();
    else expect(hint).toContain(expected);
  });

  it('is not said to lack an index that the planner merely does not care for', async () => {
    await app.database.execute(`
      CREATE TABLE crowd AS SELECT i AS id, ST_SetSRID(ST_Point(5, 45), 4326)::geometry(Point, 4326) AS geom,
        repeat('x', 60) AS filler FROM generate_series(0, 159999) i;
      ANALYZE crowd`);
    const hint = async () => {
      const { id } = await app.saved('SELECT * FROM crowd');
      return (await app.send<TileLayerHint>('GET', `/api/tiles/${id}/hint`)).body.hint;
    };
    expect(await hint()).toContain('Give the geometry column a GiST index');
    await app.database.execute('CREATE INDEX ON crowd USING gist (geom)');
    expect(await hint()).toBeNull();
  });

  it.each([
    [
      'what ANALYZE has noted of a table whose names have quotes',
      `SELECT * FROM "it's ""odd" WHERE pg_sleep(0.01) IS NOT NULL`,
      [1, 41, 60, 60],
    ],
    ['what ANALYZE has noted', 'SELECT * FROM countries WHERE pg_sleep(0.01) IS NOT NULL', [-180, -85, 180, 84]],
    [
      'the world',
      `SELECT pg_sleep(1)::text, ST_Point(0, 0, 4326)::geometry(Point, 4326) AS geom`,
      [-180, -85, 180, 85],
    ],
  ])('that takes too long to read has as its bounds %s', async (_, sql, expected) => {
    const { bounds, bounds_estimated: isEstimated } = await app.layer((await app.saved(sql, 'hasty')).id);
    expect(isEstimated).toBe(true);
    for (const [side, degrees] of expected.entries()) expect(Math.abs((bounds[side] ?? 999) - degrees)).toBeLessThan(3);
  });

  describe('that is described while another choice is made', () => {
    const SQL = `SELECT 7 AS a, ST_SetSRID(ST_Point(0, 0), 4326) AS first, ST_SetSRID(ST_Point(90, 0), 4326) AS second`;

    /** Has the first description end only after `meanwhile`. */
    async function whileDescribed(id: string, meanwhile: () => Promise<unknown>): Promise<void> {
      const describer = app.workbench.app.get(LayerDescriber);
      const [begun, done] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
      const spy = jest.spyOn(describer, 'describe').mockImplementationOnce(async (...of) => {
        const layer = await LayerDescriber.prototype.describe.apply(describer, of);
        begun.resolve(null);
        await done.promise;
        return layer;
      });
      const first = app.tile(id);
      await begun.promise;
      await meanwhile();
      done.resolve(null);
      await first;
      spy.mockRestore();
    }

    it('is drawn as chosen at once', async () => {
      const { id } = await app.saved(SQL);
      await whileDescribed(id, async () => {
        const { body } = await app.send<object>('PUT', `/api/tiles/${id}/layer`, { geometry_column: 'second' });
        expect(body).toMatchObject({ geometry: { column: 'second' } });
      });
      expect((await app.layer(id)).geometry.column).toBe('second');
    });

    it('is drawn anew after a change of the schema', async () => {
      await app.database.execute(`CREATE TABLE shaped AS ${SQL}`);
      const { id } = await app.saved('SELECT * FROM shaped');
      await whileDescribed(id, async () => {
        await app.database.execute('ALTER TABLE shaped RENAME a TO b');
        app.workbench.app.get(LayerRegistry).forgetAll();
      });
      expect((await app.layer(id)).properties).toMatchObject([{ name: 'b' }]);
    });

    it('is drawn as another process has chosen', async () => {
      const { id } = await app.saved(SQL);
      expect((await app.layer(id)).geometry.column).toBe('first');
      const { manager } = app.workbench.app.get(State);
      await manager.insert(TileLayerRecord, { ...NOTHING, queryId: id, geometryColumn: 'second' });
      app.workbench.app.get(EventBus).relay('tiles.layer_changed', { query_id: id });
      await new Promise((resolve) => setImmediate(resolve));
      expect((await app.layer(id)).geometry.column).toBe('second');
    });
  });

  it('is drawn whole where rows behind the sample have another SRID', async () => {
    await app.database.execute(`
      CREATE TABLE mixed AS SELECT i AS id, ST_SetSRID(ST_Point(i % 40, 45), 4326) AS geom FROM generate_series(1, 1500) i;
      INSERT INTO mixed SELECT 2000, ST_Transform(ST_SetSRID(ST_Point(-120, 10), 4326), 3857)`);
    const { id } = await app.saved('SELECT * FROM mixed');
    const drawn = async () => layerOf((await app.tile(id, '2/0/1')).bytes)?.feature(0).properties.id;
    expect(await drawn()).toBe(2000);
    const { bounds, feature_count: features } = await app.tileJson(id);
    expect([bounds.map(Math.round), features]).toEqual([[-120, 10, 39, 45], 1501]);
    const search = jest.spyOn(app.workbench.app.get(LayerFacts), 'bounds');
    app.workbench.app.get(LayerRegistry).forgetAll();
    search.mockRejectedValue(new Error('takes too long'));
    expect(await drawn()).toBe(2000);
    search.mockRestore();
    expect((await app.layer(id)).geometry.srids).toEqual([
      { srid: 4326, as: 4326 },
      { srid: 3857, as: 3857 },
    ]);
  });

  it('follows the query and the schema', async () => {
    const query = await app.saved('SELECT id, geom FROM moving');
    await app.database.execute(`CREATE TABLE moving AS SELECT 1 AS id, ${POINT}`);
    const properties = async () => layerOf((await app.tile(query.id)).bytes)?.feature(0).properties;
    expect(await properties()).toEqual({ id: 1 });
    await app.change(query, 'SELECT id, 2 AS more, geom FROM moving');
    expect(await properties()).toEqual({ id: 1, more: 2 });
    await app.database.execute(
      `ALTER TABLE moving ALTER id TYPE text USING 'one', ALTER geom TYPE geometry(Point, 3857) USING ST_Transform(geom, 3857)`,
    );
    expect((await app.tile(query.id)).status).toBe(200);
    await app.database.execute('ALTER TABLE moving RENAME geom TO place');
    const gone = await app.tile(query.id);
    expect([gone.status, gone.problem?.code]).toEqual([422, 'not-a-layer']);
    await app.database.execute('ALTER TABLE moving RENAME place TO geom');
    expect(await properties()).toEqual({ id: 'one', more: 2 });
  });
});

describe('bad input', () => {
  it.each([
    ['two statements', `SELECT 1 AS id, ${POINT}; SELECT 2`, 422, 'exactly one statement'],
    [
      'a smuggled statement',
      `SELECT 1, ${POINT}) q; DELETE FROM countries; SELECT * FROM (SELECT 1`,
      422,
      'exactly one',
    ],
    ['a bracket too many', `SELECT 1, ${POINT}) AS q(c1, c2)) m) s) SELECT 1 --`, 422, 'syntax error'],
    ['a data-modifying CTE', `WITH x AS (DELETE FROM countries RETURNING *) SELECT * FROM x`, 422, 'top level'],
    ['a bare DELETE', 'DELETE FROM countries RETURNING *', 422, 'syntax error'],
    ['a function that writes', `SELECT writes() AS id, ${POINT}`, 422, 'this query writes'],
    [
      'a way to make it writable',
      `SELECT set_config('transaction_read_only', 'off', false), writes(), ${POINT}`,
      422,
      '',
    ],
    ['a lock on rows', 'SELECT * FROM countries FOR UPDATE', 422, 'this query writes'],
    ['no geometry', 'SELECT 1 AS id', 422, 'no column of type geometry'],
    ['a text named geom', `SELECT 1 AS id, 'POINT(0 0)' AS geom`, 422, 'no column of type geometry'],
    ['a table that is not there', 'SELECT * FROM nowhere', 422, '"nowhere" does not exist'],
    ['a parameter', `SELECT $1::int AS id, ${POINT}`, 422, 'takes no parameters'],
    ['a named parameter', `SELECT :n AS id, ${POINT}`, 422, 'takes no parameters'],
    ['a sequence', `SELECT nextval('numbers') AS id, ${POINT}`, 422, 'this query writes'],
    ['a mistake of the data', `SELECT 1 / 0 AS id, ${POINT}`, 422, 'division by zero'],
    ['nothing', '-- nothing', 422, 'exactly one statement'],
    ['a NUL', `SELECT '\u0000' AS id, ${POINT}`, 422, 'NUL'],
  ])('%s', async (_, sql, status, words) => {
    const { id } = await app.saved(sql);
    const { problem, ...answer } = await app.tile(id);
    expect([answer.status, problem?.code]).toEqual([status, 'not-a-layer']);
    expect(problem?.detail).toContain(words);
    // The list of layers and the layer page refuse what the tiles refuse.
    const page = await app.send<ProblemDocument>('GET', `/api/tiles/${id}/layer`);
    expect([page.status, page.body.code]).toEqual([status, 'not-a-layer']);
    expect(page.body.detail).toContain(words);
    const listed = await app.send<TileLayerHint>('GET', `/api/tiles/${id}/hint`);
    expect([listed.status, listed.body.hint]).toEqual([200, null]);
    expect(listed.body.refusal).toContain(words);
    const { rows } = await app.database.execute(
      'SELECT count(*) AS n, (SELECT count(*) FROM target) AS t FROM countries',
    );
    expect(rows).toEqual([{ n: '177', t: '0' }]);
  });

  it.each([
    ['a trailing semicolon', `SELECT 1 AS id, ${POINT};`],
    ['comments', `-- one;\nSELECT 1 AS id, /* two; */ ${POINT} -- three`],
    ['a duplicate column', `SELECT 1 AS id, 2 AS id, ${POINT}`],
    ['VALUES', `VALUES (1, ST_SetSRID(ST_Point(0, 0), 4326))`],
  ])('%s is none', async (_, sql) => {
    expect((await app.tile((await app.saved(sql)).id)).status).toBe(200);
  });

  it.each([
    '23/0/0',
    '0/1/0',
    '0/0/1',
    '3/8/0',
    '-1/0/0',
    '1.5/0/0',
    'a/0/0',
    '1/0/0x',
    '01/0/0',
    '1/%20/0',
    '999999999999/0/0',
  ])('refuses the place %s', async (place) => {
    const { id } = await app.saved(`SELECT 1 AS id, ${POINT}`);
    const { status, problem } = await app.tile(id, place);
    expect([status, problem?.code]).toEqual([400, 'outside-grid']);
  });

  it('is a query that is not there, or on a source that has no tiles', async () => {
    expect((await app.tile('nowhere')).status).toBe(404);
    const { id: onDuck } = await app.saved('SELECT 1', 'duck');
    expect((await app.tile(onDuck)).problem?.code).toBe('not-relational');
    const { id: onGone } = await app.saved('SELECT 1', 'gone');
    expect((await app.tile(onGone)).status).toBe(502);
  });

  it('is a query that takes minutes: its time is over soon, and the next tile is served', async () => {
    const { id } = await app.saved(`SELECT 1 AS id, pg_sleep(100)::text AS s, ${POINT}`, 'hasty');
    const { status, problem } = await app.tile(id);
    expect([status, problem?.code]).toEqual([504, 'tile-timeout']);
    const quick = await app.saved(`SELECT 1 AS id, ${POINT}`, 'hasty');
    expect((await app.tile(quick.id)).status).toBe(200);
    const lasting = await app.saved(
      `SELECT set_config('statement_timeout', '0', false), pg_sleep(100)::text, ${POINT}`,
      'hasty',
    );
    expect((await app.tile(lasting.id)).status).toBe(504);
  });

  it('leaves nothing in the line for the next query', async () => {
    const spoil = `SELECT set_config('search_path', 'nowhere', false) AS a, set_config('TimeZone', 'Asia/Tokyo', false) AS b, pg_advisory_lock(77)::text AS c, ${POINT}`;
    for (let round = 0; round < 5; round += 1) await app.tile((await app.saved(spoil)).id);
    const { id } = await app.saved(
      `SELECT current_setting('search_path') AS path, (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory')::int AS locks, geom FROM places WHERE name = 'Lesotho'`,
    );
    expect(layerOf((await app.tile(id)).bytes)?.feature(0).properties).toEqual({ path: '"$user", public', locks: 0 });
  });
});

/** Long before the statements of these tests end by themselves. */
const CANCELLED_MS = 5_000;

describe('a tile of large attributes', () => {
  it('is refused before the database sends it, and a smaller one of the layer is drawn', async () => {
    await app.database.execute(`
      CREATE TABLE heavy AS SELECT i AS id, ST_SetSRID(ST_Point(i * 2 - 80, 10), 4326)::geometry(Point, 4326) AS geom,
        repeat(chr(64 + i), 1048576) AS body FROM generate_series(1, 40) i`);
    const { id } = await app.saved('SELECT * FROM heavy');
    const { status, problem } = await app.tile(id);
    expect([status, problem?.code]).toEqual([422, 'tile-too-large']);
    expect(problem?.detail).toMatch(/^The tile has 4\d MiB, and the limit is 32 MiB\./);
    const close = await app.tile(id, '5/16/15');
    expect([close.status, close.bytes.length > 1_048_576]).toEqual([200, true]);
  });
});

describe('many tiles at once', () => {
  const slow = (text: string, seconds: number) =>
    `SELECT 1 AS id, '${text}' AS t, pg_sleep(${seconds}) IS NULL AS s, ST_MakeEnvelope(-180, -80, 180, 80, 4326)::geometry(Polygon, 4326) AS geom`;

  it('computes a tile once for all who ask at the same moment', async () => {
    const { id } = await app.saved(slow('once_for_all', 0.5));
    await app.layer(id);
    const answers = Promise.all(Array.from({ length: 20 }, () => app.tile(id)));
    let [isOver, most] = [false, 0];
    void answers.finally(() => (isOver = true));
    while (!isOver) most = Math.max(most, await app.sleeping());
    const bytes = (await answers).map((answer) => `${answer.status} ${answer.bytes.toString('latin1')}`);
    expect([most, [...new Set(bytes)].map((one) => one.slice(0, 3))]).toEqual([1, ['200']]);
  });

  it('makes room for a person who waits for an answer', async () => {
    const { id } = await app.saved(slow('after_you', 0.2));
    await app.layer(id);
    const run = app.send<Run>('POST', '/api/studio/runs', { connection_id: 'db', sql: 'SELECT pg_sleep(2)' });
    await eventually(
      () => app.sleeping(),
      (sleeping) => sleeping === 1,
    );
    const tiles = Promise.all(Array.from({ length: 6 }, (_, x) => app.tile(id, `6/${x}/30`)));
    const beside: number[] = [];
    for (let isRunning = true; isRunning;) {
      const { rows } = await app.database.execute(
        `SELECT count(*) FILTER (WHERE query LIKE 'WITH drawn%') AS tiles, count(*) FILTER (WHERE query LIKE 'SELECT pg_sleep%') AS mine
           FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`,
      );
      isRunning = rows[0]?.mine === '1';
      if (isRunning) beside.push(Number(rows[0]?.tiles));
    }
    expect(Math.max(...beside)).toBe(1);
    await run;
    expect((await tiles).map(({ status }) => status)).toEqual(Array(6).fill(200));
  });

  it('takes no parallel workers from others, and has nothing compiled', async () => {
    const asked = ['max_parallel_workers_per_gather', 'jit'].map((name) => `current_setting('${name}') AS ${name}`);
    const { id } = await app.saved(`SELECT ${asked.join(', ')}, ${POINT}`);
    const { properties } = layerOf((await app.tile(id)).bytes)?.feature(0) ?? {};
    expect(properties).toEqual({ max_parallel_workers_per_gather: '0', jit: 'off' });
  });

  it('cancels in the database what no browser waits for any more, and only that', async () => {
    const { id } = await app.saved(slow('left_alone', 20));
    const [one, other] = [new AbortController(), new AbortController()];
    const answers = [app.tile(id, '0/0/0', {}, one.signal), app.tile(id, '0/0/0', {}, other.signal)];
    const settled = Promise.allSettled(answers);
    await eventually(
      () => app.sleeping(),
      (sleeping) => sleeping === 1,
    );
    one.abort();
    await pause(200);
    expect(await app.sleeping()).toBe(1);
    other.abort();
    await eventually(
      () => app.sleeping(),
      (sleeping) => sleeping === 0,
      CANCELLED_MS,
    );
    await settled;
  });

  it('keeps the studio free, and forgets tiles whose turn has not come', async () => {
    const { id } = await app.saved(slow('in_the_way', 60));
    const leaving = new AbortController();
    const tiles = Array.from({ length: 40 }, (_, x) => app.tile(id, `6/${x}/31`, {}, leaving.signal));
    const settled = Promise.allSettled(tiles);
    await eventually(
      () => app.sleeping(),
      (sleeping) => sleeping === 4,
    );
    const { body } = await app.send<Run>('POST', '/api/studio/runs', { connection_id: 'db', sql: 'SELECT 1' });
    expect([body.status, await app.sleeping()]).toEqual(['succeeded', 4]);
    leaving.abort();
    await eventually(
      () => app.sleeping(),
      (sleeping) => sleeping === 0,
      CANCELLED_MS,
    );
    await settled;
    expect((await app.tile((await app.saved(`SELECT 1 AS id, ${POINT}`)).id)).status).toBe(200);
  });
});

/** A tile as it travels, without anything undone by `fetch`. */
function rawTile(id: string, headers: Record<string, string>) {
  return new Promise<{ headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    get(new URL(`/api/tiles/${id}/0/0/0`, app.address), { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(parts) }));
    }).on('error', reject);
  });
}
