/** Opens a DuckDB file in an engine host and ends the host, which then writes its compiled code. */
const SERVER = '../../dist/server/src';
const { createDuckdbConnector } = await import(`${SERVER}/connections/engines/duckdb/index.js`);
const { configureChildren } = await import(`${SERVER}/platform/index.js`);

const config = {
  ...{
    id: 'build',
    name: 'Build',
    kind: 'duckdb',
    colour: null,
    readOnly: false,
    writes: 'direct',
    statementTimeoutMs: 0,
  },
  ...{ autoCommit: true, confirmDestructive: true, path: process.argv[2] },
};
configureChildren({ confinement: 'off' });
const context = { now: Date.now, connectTimeoutMs: 60_000, onHealthChanged: () => undefined };
const connector = createDuckdbConnector(config, context);
await connector.test(new AbortController().signal);
await connector.close();
