/**
 * The limit that tiles are measured against: the very statement of the tile through `pg` in a bare `node:http` server,
 * over as many connections as the workbench uses for tiles.
 */
import { createServer } from 'node:http';
import pg from 'pg';

const BUILT = new URL('../../dist/libs/tiles/index.js', import.meta.url).href;
const { coordinateReadings, tileLayer, tileStatement } = /** @type {typeof import('../../libs/tiles/index.js')} */ (
  await import(BUILT)
);
// Without parallel workers and without compiling, which cost small statements more than they bring: the limit is the
// faster way. The mode of plans only matters to statements that are kept.
const options = '-c max_parallel_workers_per_gather=0 -c jit=off -c plan_cache_mode=force_custom_plan';
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.POOL_MAX), options });
const layers = new Map(
  Object.entries(
    /** @type {Record<string, {sql: string, columns: {name: string, type: string}[]}>} */ (
      JSON.parse(String(process.env.LAYERS))
    ),
  ).map(([name, { sql, columns }]) => {
    const layer = tileLayer(sql, columns);
    if ('refused' in layer) throw new Error(layer.detail);
    return [name, { layer, readings: coordinateReadings(layer, []) }];
  }),
);

/** Values as the server sends them in its binary form. */
const AS_BYTES = { binary: true, types: { getTypeParser: () => (/** @type {Buffer} */ value) => value } };

const server = createServer((request, response) => {
  const [, name = '', z, x, y, way] = String(request.url).split('/');
  const known = layers.get(name);
  if (!known) return response.writeHead(404).end();
  const { text, parameters } = tileStatement(known.layer, known.readings, { z: Number(z), x: Number(x), y: Number(y) });
  const statement = {
    text,
    values: [...parameters],
    ...(way === 'kept' ? { name: `tile of ${name}`, ...AS_BYTES } : {}),
  };
  return pool.query(statement).then(
    ({ rows }) => {
      response.setHeader('Content-Type', 'application/vnd.mapbox-vector-tile');
      response.end(rows[0].tile);
    },
    (error) => {
      response.statusCode = 500;
      response.end(String(error));
    },
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`ready ${typeof address === 'object' && address ? address.port : ''}`);
});
