import type { BodyLimits } from '#libs/request-limits';
import { FAR_TRIGGER } from './attack-app.js';

/** So many members of an object, as JSON. */
export const keys = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',');

export const YAML_ROUTE = '/api/pipelines/import';

/** How a text of megabytes gets to each route that takes one. */
export const TEXT_ROUTES: Readonly<Record<string, (sql: string) => object>> = {
  '/api/studio/runs': (sql) => ({ connection_id: 'open', sql, parameters: { a: 1 } }),
  '/api/studio/explain': (sql) => ({ connection_id: 'open', sql, cursor: sql.length }),
  '/api/studio/exports': (sql) => ({ connection_id: 'open', sql, format: 'csv' }),
  '/api/studio/complete': (sql) => ({ connection_id: 'open', sql, offset: sql.length }),
  '/api/studio/lint': (sql) => ({ connection_id: 'open', sql: sql.slice(0, 1_000_000) }),
  '/api/studio/format': (sql) => ({ connection_id: 'open', sql: sql.slice(0, 200_000) }),
  '/api/contracts/open/check': (sql) => ({ sql }),
  '/api/tiles': (sql) => ({ connection_id: 'open', sql: sql.slice(0, 500_000), geometry_column: 'a' }),
  '/api/scheduler/jobs/query': (sql) => ({
    ...{ name: 'x', trigger: FAR_TRIGGER, connection_id: 'open' },
    settings: { sql: sql.slice(0, 1_000_000) },
  }),
  '/api/copilot/explain-plan': (raw) => ({ connection_id: 'open', sql: 'SELECT 1', raw }),
  [YAML_ROUTE]: (yaml) => ({ yaml: yaml.slice(0, 1_000_000) }),
};

const SQL = ['a ', '"', "'", "E'' ", 'a;', ':a ', '(', '/* ', 'DELETE FROM t;', ' '];
/** What each text is made of: SQL where nothing else is said. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  '/api/studio/complete': [
    ...SQL,
    'WITH a,a,',
    'SELECT a FROM a,',
    'FROM a JOIN b ON (',
    'UNION ',
    'a.',
    'WITH a(b,c,',
  ],
  // Its thread gives up after seconds, whatever the text.
  '/api/studio/format': ['a ', '('],
  '/api/copilot/explain-plan': ['a ', ' ', 'Settings: aaaa', '  ->  Seq Scan on a\n', '[', '"a" + "', 'Worker 0: a'],
  [YAML_ROUTE]: ['a ', '[', '{a: ', '- ', '&a [*a,'],
};
/** Routes whose thread works on a text for all of its seconds. */
export const PATIENT_ROUTES: readonly string[] = [YAML_ROUTE, '/api/studio/format'];
/** Each route with each text that is repeated to the size that it takes. */
export const TEXTS = Object.keys(TEXT_ROUTES).flatMap((path) => (PARTS[path] ?? SQL).map((part) => ({ path, part })));

/** The most that a body may hold: members, items, values, and one text that fills the rest. */
export function largest({ bytes, members, items, values, depth, stringBytes }: BodyLimits): string {
  const nested = `${'['.repeat(depth - 2)}${']'.repeat(depth - 2)}`;
  const list = `[${Array(Math.min(items, values - members - depth - 10))
    .fill('0')
    .join(',')}]`;
  const start = `{"parameters":{${keys(members - 10)}},"items":${list},"deep":${nested},"sql":"`;
  return `${start}${'x'.repeat(Math.min(stringBytes, bytes - start.length - 2))}"}`;
}
