/* A workbench that runs a statement in an engine host and says which process that is; it never ends by itself. */
const { createDuckdbConnector } = await import('../../duckdb/index.js');
const { duckdbConfig } = await import('../../duckdb/testing/duckdb-config.js');
const { listChildren } = await import('../../../../platform/index.js');

const [, , path = '', sql = ''] = process.argv;
const context = { now: Date.now, home: null, connectTimeoutMs: 60_000, onHealthChanged: () => undefined };
const connector = createDuckdbConnector(duckdbConfig(path), context);
const session = await connector.openSession(new AbortController().signal);
const sink = { columns: () => undefined, row: () => true, drained: () => Promise.resolve(), notice: () => undefined };
void session.run(sql, sink, new AbortController().signal);
setTimeout(() => void listChildren().then((hosts) => process.send?.(hosts[0]?.pid)), 500);
setInterval(() => session, 1000);
