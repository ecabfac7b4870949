import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { FEATURES } from './app.module.js';
import { State } from './platform/index.js';
import { SqliteRunner } from './platform/state/sqlite-runner.js';
import { eventually } from './platform/testing/eventually.js';
import { TestWorkbench } from './platform/testing/test-workbench.js';

/** Tables with a row for each person, connection, channel or job: a start may read them as a whole. */
const SMALL = new Set([
  ...['auth_user', 'auth_session', 'auth_token', 'connection_access', 'secret_key'],
  ...['notification_channel', 'notification_subscription', 'job'],
  // Of files that could not be removed yet, which are few.
  'job_file_removal',
]);
/** Tables that grow and that some periodic work looks into. */
const LOOKED_INTO = [
  ...['job_run', 'job_output', 'change_set', 'change_rows', 'studio_draft', 'studio_query'],
  ...['studio_history', 'notification_event'],
];

type Query = (this: SqliteRunner, sql: string, values?: unknown[], isStructured?: boolean) => Promise<unknown>;

const statements = new Map<string, readonly unknown[]>();
let workbench: TestWorkbench;

beforeAll(async () => {
  const periodic: (() => void)[] = [];
  const { setInterval } = globalThis;
  jest.spyOn(globalThis, 'setInterval').mockImplementation((work, ms) => {
    periodic.push(work);
    return setInterval(work, ms);
  });
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its runner
  const query = SqliteRunner.prototype.query as Query;
  const recording: Query = function (sql, values, isStructured) {
    statements.set(sql, Array.isArray(values) ? values : []);
    return query.call(this, sql, values, isStructured);
  };
  jest.spyOn(SqliteRunner.prototype, 'query').mockImplementation(recording as never);
  workbench = await TestWorkbench.start({ features: FEATURES });
  const body = JSON.stringify({ name: 'Hook', kind: 'webhook', settings: { url: 'https://hook.example.test/' } });
  const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
  await fetch(new URL('/api/notifications/channels', await workbench.app.getUrl()), request);
  for (const work of periodic) work();
  await eventually(
    () => [...statements.keys()].join('\n'),
    (seen) => LOOKED_INTO.every((table) => seen.includes(table)),
  );
});

afterAll(async () => {
  jest.restoreAllMocks();
  await workbench.stop();
});

it('reads no growing table as a whole, neither at the start nor from time to time', async () => {
  const { manager } = workbench.app.get(State, { strict: false });
  const schema =
    await manager.query<{ type: string; name: string; sql: string | null }[]>('SELECT * FROM sqlite_schema');
  const growing = new Set(schema.flatMap(({ type, name }) => (type === 'table' && !SMALL.has(name) ? name : [])));
  const isPartial = (index: string) =>
    schema.some(({ name, sql }) => name === index && sql?.includes(') WHERE ') === true);
  const whole: string[] = [];
  for (const [sql, values] of [...statements]) {
    if (!/^\s*(SELECT|UPDATE|DELETE|INSERT|WITH)\b/i.test(sql) || readsFirstRows(sql)) continue;
    const plan = await manager.query<{ detail: string }[]>(`EXPLAIN QUERY PLAN ${sql}`, [...values]);
    const tables = plan.flatMap(({ detail }) => {
      const [, name = '', index = ''] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? [];
      return name === '' || isPartial(index) ? [] : tableIn(sql, name);
    });
    if (tables.some((table) => growing.has(table))) whole.push(sql);
  }
  expect(whole).toEqual([]);
});

it.each(['', '?state=delivered', '?event=schema.changed'])(
  'sorts no deliveries for a page of them%s',
  async (filter) => {
    const origin = await workbench.app.getUrl();
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ name: 'Hook', kind: 'webhook', settings: { url: 'https://hook.example.test/' } });
    await fetch(new URL('/api/notifications/channels', origin), { method: 'POST', headers, body });
    statements.clear();
    const page = await fetch(new URL(`/api/notifications/deliveries${filter}`, origin));
    expect(page.status).toBe(200);
    const lists = [...statements].filter(([sql]) => sql.includes('FROM "notification_delivery"'));
    expect(lists).toHaveLength(1);
    const { manager } = workbench.app.get(State, { strict: false });
    for (const [sql, values] of lists) {
      const plan = await manager.query<{ detail: string }[]>(`EXPLAIN QUERY PLAN ${sql}`, [...values]);
      expect(plan.filter(({ detail }) => /^SCAN|TEMP B-TREE/.test(detail))).toEqual([]);
    }
  },
);

/** The table that a statement calls `name`. */
function tableIn(sql: string, name: string): string {
  return new RegExp(`(?:FROM|JOIN|UPDATE)\\s+"?(\\w+)"?\\s+"?${name}\\b`).exec(sql)?.[1] ?? name;
}

/** The first or last rows in the order of the key. */
function readsFirstRows(sql: string): boolean {
  return !/\bWHERE\b/.test(sql) && /\bORDER BY\b.*\bLIMIT\b/.test(sql);
}
