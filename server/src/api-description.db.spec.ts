import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { FEATURES } from './app.module.js';
import { createTestDatabase } from './connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from './connections/engines/postgres/testing/test-database.js';
import { MAX_INTEGER } from './platform/index.js';
import { TestWorkbench } from './platform/testing/test-workbench.js';
import { routesOf } from './testing/routes-of.js';

/** Routes that speak another protocol than the API: JSON-RPC, the text format of Prometheus. */
const OUTSIDE = ['DELETE /mcp', 'GET /mcp', 'GET /metrics', 'POST /mcp'];
/** Inside the project, so that the generated client finds its packages; Node strips no types below node_modules. */
const FOLDER = join(import.meta.dirname, '../../dist');

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
interface Described extends Operation {
  readonly name: string;
}

let database: TestDatabase;
let workbench: TestWorkbench;
let origin: string;
let api: OpenAPIObject;
let operations: Described[];

beforeAll(async () => {
  database = await createTestDatabase();
  const { host, port, user, password, database: name } = database.config;
  const login = `host: ${host}, port: ${port}, database: ${name}, user: ${user}, password: "${password ?? ''}"`;
  const connections = `connections:\n  - { id: shop, name: Shop, kind: postgres, ${login} }\n`;
  workbench = await TestWorkbench.start({ features: FEATURES, connections });
  origin = await workbench.app.getUrl();
  api = (await (await fetch(new URL('/api/openapi.json', origin))).json()) as OpenAPIObject;
  operations = Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...(operation as Operation),
      name: `${method.toUpperCase()} ${path}`,
    })),
  );
});
afterAll(async () => {
  await workbench.stop();
  await database.dispose();
});

/** The answers of success of an operation, by media type. */
function answersOf({ responses }: Operation) {
  return Object.entries(responses).flatMap(([status, response]) =>
    status.startsWith('2') && response !== undefined && !('$ref' in response)
      ? [{ status, content: response.content ?? {} }]
      : [],
  );
}

/** Bytes, moments in milliseconds, and places in results: no `integer` column of the state takes them. */
const COUNTS_OF_BIGINTS =
  /(?:size_bytes|last_modified|PUT .*file offset|(?:rows|positions|matches|view) (?:offset|from_row|before_row)|sequential_scan_rows|sql_offset|row_count|change_count)$/;

/** Bodies that are described by their types only and checked by schemas with bounds of their own; values of parameters. */
const BOUND_BY_SCHEMAS = /\/api\/connections\b|\/trigger|\bparameters additionalProperties\b/;

interface FoundNumber {
  readonly at: string;
  readonly schema: { readonly type: string; readonly maximum?: number; readonly minimum?: number };
}

/** Every number below a part of the description, with where it is. */
function numbersIn(part: unknown, at: string, seen: readonly string[] = []): FoundNumber[] {
  if (part === null || typeof part !== 'object') return [];
  const { $ref, type } = part as { $ref?: string; type?: unknown };
  if ($ref !== undefined) {
    if (seen.includes($ref)) return [];
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return numbersIn(api.components?.schemas?.[name], at, [...seen, $ref]);
  }
  const isNumber = [type].flat().some((one) => one === 'number' || one === 'integer');
  if (isNumber) return [{ at, schema: { ...part, type: String([type].flat()[0]) } }];
  return Object.entries(part).flatMap(([key, value]) => {
    return numbersIn(value, ['properties', 'schema', 'items'].includes(key) ? at : `${at} ${key}`, seen);
  });
}

/** The document without the lists of names that only the running server has: to the client they are any text. */
function withoutListedNames(document: OpenAPIObject): unknown {
  const { schemas = {} } = document.components ?? {};
  const lists = ['ConnectionKind', 'JobKindName', 'ChannelKindName'].map((name) => {
    const list = (schemas[name] as { enum?: readonly string[] } | undefined)?.enum;
    if (list === undefined) throw new Error(`The description has no list of ${name}.`);
    return JSON.stringify(list);
  });
  const isListed = (key: string, value: unknown): boolean => key === 'enum' && lists.includes(JSON.stringify(value));
  return JSON.parse(
    JSON.stringify(document, (key, value: unknown) => (isListed(key, value) ? undefined : value)),
  ) as unknown;
}

describe('the description of the API', () => {
  it('has every route of the running application', () => {
    const routes = routesOf(workbench.app).map(({ name }) => name.replaceAll(/:(\w+)/g, '{$1}'));
    expect(operations.map(({ name }) => name).sort()).toEqual(routes.filter((name) => !OUTSIDE.includes(name)).sort());
  });

  it('has its paths under /api/, without a segment for a version', () => {
    const paths = Object.keys(api.paths);
    expect(paths.filter((path) => !path.startsWith('/api/') || /\/v\d+(\/|$)/.test(path))).toEqual([]);
  });

  it('gives every answer with a body a schema', () => {
    const without = operations.filter((operation) =>
      answersOf(operation).some(({ status, content }) => {
        const schemas = Object.values(content).map(({ schema }) => Object.keys(schema ?? {}).length);
        return status !== '204' && (schemas.length === 0 || schemas.includes(0));
      }),
    );
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  it('gives answers without a body status 204 and no schema', () => {
    const wrong = operations.filter((operation) =>
      answersOf(operation).some(({ status, content }) => status === '204' && Object.keys(content).length > 0),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('names a problem document for every operation', () => {
    const problems = operations.map(({ responses }) => JSON.stringify(responses.default));
    expect(new Set(problems).size).toBe(1);
    expect(problems[0]).toContain(
      '"application/problem+json":{"schema":{"$ref":"#/components/schemas/ProblemDocument"}}',
    );
  });

  it('gives every body of a request a schema', () => {
    const WITHOUT_BODY =
      /\/(?:logout|rotate|reset|sign-out|test|reconnect|cancel|commit|rollback|keep|restore|run|pause|resume|pause-all|resume-all|enable|rotate-secret|resend|clean-up|secret-key|rehearse|undo)$/;
    const changing = operations.filter(({ name }) => /^(?:POST|PUT|PATCH) /.test(name) && !WITHOUT_BODY.test(name));
    expect(changing.filter(({ requestBody }) => requestBody === undefined).map(({ name }) => name)).toEqual([]);
  });

  it('gives every number of a request the bounds of the place that it goes to', () => {
    const numbers = operations.flatMap(({ name, parameters = [], requestBody }) => [
      ...parameters.flatMap((one) => ('$ref' in one ? [] : numbersIn(one.schema, `${name} ${one.name}`))),
      ...numbersIn(requestBody, name),
    ]);
    const isBound = ({ at, schema: { type, maximum = Infinity, minimum = -Infinity } }: FoundNumber): boolean => {
      const most = COUNTS_OF_BIGINTS.test(at) ? Number.MAX_SAFE_INTEGER : MAX_INTEGER;
      return type === 'integer' && maximum <= most && minimum >= -most;
    };
    expect(numbers.length).toBeGreaterThan(40);
    const unbound = numbers.filter((one) => !BOUND_BY_SCHEMAS.test(one.at) && !isBound(one));
    expect(unbound.map(({ at }) => at)).toEqual([]);
  });

  it('refuses every number of an address that is beyond its bounds', async () => {
    const asked = operations.flatMap(({ name, parameters = [] }) =>
      parameters.flatMap((one) => {
        const [number] = '$ref' in one ? [] : numbersIn(one.schema, name);
        return number === undefined || '$ref' in one ? [] : [{ operation: name, ...one, ...number.schema }];
      }),
    );
    const taken: string[] = [];
    for (const { operation, name, in: place, maximum = 0 } of asked) {
      for (const value of [String(maximum + 1), '1e300']) {
        const [method = '', path = ''] = operation.split(' ');
        const filled = path.replaceAll(/\{(\w+)\}/g, (_, one) => (place === 'path' && one === name ? value : '1'));
        const url = new URL(filled + (place === 'query' ? `?${name}=${value}` : ''), origin);
        const { status } = await fetch(url, { method });
        if (![400, 404, 422].includes(status)) taken.push(`${operation} ${name}=${value}: ${status}`);
      }
    }
    expect(asked.length).toBeGreaterThan(20);
    expect(taken).toEqual([]);
  });

  it('refers to no schema that is not there', () => {
    const names = new Set(Object.keys(api.components?.schemas ?? {}));
    const references = [...JSON.stringify(api).matchAll(/"#\/components\/schemas\/([^"]+)"/g)];
    expect(references.map(([, name]) => name).filter((name) => !names.has(name ?? ''))).toEqual([]);
  });

  it('never describes a member that holds a secret in an answer', () => {
    const { Connection, Channel, User } = api.components?.schemas ?? {};
    expect(JSON.stringify([Connection, Channel, User])).not.toMatch(/"(?:password|secret|key)":/);
  });
});

/** What a program would write with the generated types; each line marked as an error must be one. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import type { components, paths } from './api.ts';

const api = createClient<paths>({ baseUrl: process.argv[2] ?? '' });

function valueOf<T>(answer: { data?: T; error?: components['schemas']['ProblemDocument'] }): T {
  if (answer.data === undefined) throw new Error(answer.error?.detail ?? 'no answer');
  return answer.data;
}

const { items } = valueOf(await api.GET('/api/connections'));
const connection: components['schemas']['Connection'] | undefined = items[0];
const body = { connection_id: connection?.id ?? '', sql: "SELECT 1 AS one, NULL AS none, 'x' AS text" };
const run = valueOf(await api.POST('/api/studio/runs', { body }));
const rows: readonly (readonly (string | null)[])[] = run.statements[0]?.rows ?? [];
const status: 'running' | 'succeeded' | 'failed' | 'cancelled' = run.status;
const again = valueOf(await api.GET('/api/studio/runs/{id}', { params: { path: { id: run.id } } }));

const trigger = { type: 'cron' as const, expression: '0 6 * * *', timezone: 'Europe/Paris' };
const job = valueOf(
  await api.POST('/api/scheduler/jobs/{kind}', {
    params: { path: { kind: 'schema_watch' } },
    body: { name: 'Nightly', connection_id: 'shop', trigger },
  }),
);
const path = { id: job.id };
const moved = valueOf(
  await api.PUT('/api/scheduler/jobs/{id}/trigger', {
    params: { path },
    body: { type: 'interval', every: 2, unit: 'hours' },
  }),
);
const removed = await api.DELETE('/api/scheduler/jobs/{id}', { params: { path } });
const missing = await api.GET('/api/contracts/{connection_id}', { params: { path: { connection_id: 'shop' } } });
const code: components['schemas']['ProblemDocument']['code'] | undefined = missing.error?.code;

// @ts-expect-error There is no such path.
void (() => api.GET('/api/conections'));
// @ts-expect-error The body needs a text.
void (() => api.POST('/api/studio/runs', { body: { connection_id: 'shop' } }));
// @ts-expect-error A run has no such member.
void run.rows;

const { state, trigger: now } = moved;
const seen = { rows, status, again: again.status, state, type: now.type };
console.log(JSON.stringify({ ...seen, removed: removed.response.status, code }));
`;

/**
 * Holds if what the client is compiled with is what the description says: the same operations, requests that it accepts,
 * answers that it names. Else the error of the last line names the operations.
 */
const COMPARISON = `
import type { components } from '../api-operations.d.ts';
import type { paths } from './described.ts';

type Called = components['schemas']['ApiOperations'];
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Described<M, P> = P extends keyof paths ? (M extends keyof paths[P] ? NonNullable<paths[P][M]> : never) : never;

type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;
type BodyOf<O> = O extends { requestBody?: infer B }
  ? [NonNullable<B>] extends [never] ? never : NonNullable<B> extends { content: { 'application/json': infer J } } ? J : never
  : never;
type AnswerOf<O> = O extends { responses: infer R }
  ? R[keyof R & (200 | 201 | 202)] extends { content: { 'application/json': infer A } } ? A : never
  : never;

type QueryFault<O, D> = O extends { query: infer Q } ? (Q extends QueryOf<D> ? never : 'query') : never;
type BodyFault<O, D> = O extends { body: infer B } ? (B extends BodyOf<D> ? never : 'body') : never;
type AnswerFault<O, D> = O extends { answer: infer A } ? ([AnswerOf<D>] extends [A] ? never : 'answer') : never;
type Fault<O, D> = [D] extends [never] ? 'path' : QueryFault<O, D> | BodyFault<O, D> | AnswerFault<O, D>;

type Faults = {
  [M in keyof Called]: {
    [P in keyof Called[M] & string]: \`\${M} \${P} \${Fault<Called[M][P], Described<M, P>>}\`;
  }[keyof Called[M] & string];
}[keyof Called];
type Missing = {
  [P in keyof paths]: {
    [M in Method]: [paths[P][M]] extends [undefined]
      ? never
      : M extends keyof Called ? (P extends keyof Called[M] ? never : \`\${M} \${P}\`) : \`\${M} \${P}\`;
  }[Method];
}[keyof paths];

export const found: [Faults | Missing] extends [never] ? true : Faults | Missing = true;
`;

describe('a client that is generated from the description', () => {
  let folder: string;
  beforeAll(() => {
    mkdirSync(FOLDER, { recursive: true });
    folder = mkdtempSync(join(FOLDER, 'api-client-'));
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(api));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = async (script: string, ...parameters: string[]): Promise<string> => {
    const options = { cwd: folder, timeout: 90_000, env: { ...process.env, NODE_OPTIONS: '' } };
    const module = join(import.meta.dirname, '../../node_modules', script);
    const failed = (error: Error & { stdout?: string }) => {
      throw new Error(`${error.message}\n${error.stdout ?? ''}`);
    };
    return (await promisify(execFile)(process.execPath, [module, ...parameters], options).catch(failed)).stdout;
  };

  const compile = (file: string): Promise<string> => {
    const options = '--noEmit --strict --target es2023 --module nodenext --moduleResolution nodenext --types node';
    const more = '--ignoreConfig --allowImportingTsExtensions --erasableSyntaxOnly --verbatimModuleSyntax';
    return run('typescript/bin/tsc', ...options.split(' '), ...more.split(' '), file);
  };

  it('is typed like the client of the workbench', async () => {
    writeFileSync(join(folder, 'comparison.ts'), COMPARISON);
    writeFileSync(join(folder, 'open-names.json'), JSON.stringify(withoutListedNames(api)));
    await run('openapi-typescript/bin/cli.js', 'open-names.json', '-o', 'described.ts', '--default-non-nullable=false');
    expect(await compile('comparison.ts')).toBe('');
  });

  it('compiles and talks to the workbench', async () => {
    writeFileSync(join(folder, 'program.ts'), PROGRAM);
    await run('openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'api.ts');
    await compile('program.ts');
    const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', 'program.ts', origin], {
      cwd: folder,
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    expect(JSON.parse(stdout)).toEqual({
      rows: [['1', null, 'x']],
      status: 'succeeded',
      again: 'succeeded',
      state: 'active',
      type: 'interval',
      removed: 204,
      code: 'contract-not-found',
    });
  });
});
