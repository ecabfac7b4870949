import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { behavesLikeConnector, CollectingSink, neverAborted, RecordingContext } from '../testing/index.js';
import { createDuckdbConnector } from './index.js';
import { duckdbConfig } from './testing/duckdb-config.js';
import { duckdbStatements } from './testing/duckdb-statements.js';

behavesLikeConnector('duckdb', {
  kind: 'duckdb',
  product: /^DuckDB$/,
  isWritable: true,
  takesBatches: true,
  canGoAway: false,
  sql: duckdbStatements,
  known: {
    schema: 'main',
    name: 'known',
    kind: 'table',
    columns: [
      { name: 'id', type: 'BIGINT', kind: 'integer' },
      { name: 'price', type: 'DECIMAL(18,4)', kind: 'decimal' },
      { name: 'tags', type: 'VARCHAR[]', kind: 'array' },
      { name: 'seen', type: 'TIMESTAMP WITH TIME ZONE', kind: 'timestamp' },
      { name: 'data', type: 'JSON', kind: 'json' },
    ],
    select: 'SELECT * FROM known ORDER BY id',
    rows: [
      ['1', '12.5000', "[a, 'b, c', NULL]", '2020-01-02 03:04:05+00', '{"a":  1}'],
      ['9223372036854775807', null, '[]', null, null],
    ],
  },
  open: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'duckdb-spec-'));
    const config = duckdbConfig(join(folder, 'known.duckdb'));
    const connector = createDuckdbConnector(config, new RecordingContext());
    const session = await connector.openSession(neverAborted());
    for (const sql of [
      'CREATE TABLE known (id BIGINT, price DECIMAL(18,4), tags VARCHAR[], seen TIMESTAMPTZ, data JSON)',
      `INSERT INTO known VALUES
        (1, 12.5, ['a', 'b, c', NULL], '2020-01-02 03:04:05+00', '{"a":  1}'), (9223372036854775807, NULL, [], NULL, NULL)`,
    ]) {
      await session.run(sql, new CollectingSink(), neverAborted());
    }
    await session.release();
    // It stays open, so that the tests share its process, as connections to one file do; to start one takes 0.2 s.
    return {
      create: (context) => createDuckdbConnector(config, context),
      goAway: () => Promise.resolve(),
      comeBack: () => Promise.resolve(),
      dispose: async () => {
        await connector.close();
        await rm(folder, { recursive: true });
      },
    };
  },
});
