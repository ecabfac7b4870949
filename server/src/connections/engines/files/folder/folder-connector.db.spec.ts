import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duckdbStatements } from '../../duckdb/testing/duckdb-statements.js';
import { behavesLikeConnector } from '../../testing/index.js';
import { createFilesConnector } from '../index.js';
import { filesConfig } from '../testing/files-config.js';

behavesLikeConnector('files (folder)', {
  kind: 'files',
  product: /^DuckDB$/,
  isWritable: false,
  takesBatches: true,
  canGoAway: false,
  sql: { ...duckdbStatements, temporaryTable: null },
  known: {
    schema: 'main',
    name: 'known orders',
    kind: 'table',
    columns: [
      { name: 'id', type: 'BIGINT', kind: 'integer' },
      { name: 'price', type: 'DOUBLE', kind: 'float' },
      { name: 'name', type: 'VARCHAR', kind: 'text' },
      { name: 'day', type: 'DATE', kind: 'date' },
    ],
    select: 'SELECT * FROM "known orders" ORDER BY id',
    rows: [
      ['1', '12.5', 'größe, "quoted"', '2020-01-02'],
      ['2', '-0.25', null, null],
    ],
  },
  open: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'folder-spec-'));
    await writeFile(
      join(folder, 'known orders.csv'),
      'id,price,name,day\n1,12.5,"größe, ""quoted""",2020-01-02\n2,-0.25,,\n',
    );
    return {
      create: (context) => createFilesConnector(filesConfig(folder), context),
      goAway: () => Promise.resolve(),
      comeBack: () => Promise.resolve(),
      dispose: () => rm(folder, { recursive: true }),
    };
  },
});
