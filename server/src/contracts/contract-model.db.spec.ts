import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { EventMap } from '#libs/events';
import { brokenSentences, copied, emptyModel, isSameSchema, newColumn } from './testing/contract-model.js';
import type { ContractModel, ModelSchema } from './testing/contract-model.js';
import { ContractsApp } from './testing/contracts-app.js';

const EMPTY = 'DROP SCHEMA public CASCADE; CREATE SCHEMA public';
const TYPES = ['integer', 'text', 'numeric(12,2)'] as const;

let app: ContractsApp;
let published: Record<'violated' | 'restored' | 'changed', unknown[]>;
beforeAll(async () => {
  app = await ContractsApp.start();
  const heard = <N extends 'contract.violated' | 'contract.restored' | 'schema.changed'>(name: N): EventMap[N][] =>
    app.heard(name);
  published = {
    violated: heard('contract.violated'),
    restored: heard('contract.restored'),
    changed: heard('schema.changed'),
  };
});
afterAll(() => app.stop());

type Command = fc.AsyncCommand<ContractModel, ContractsApp>;

/** DDL that the model can follow: what it does to a schema, and its text; null where it cannot be done there. */
type Change = (schema: ModelSchema) => string | null;

const changes: Readonly<Record<string, (table: string, column: string, type: string) => Change>> = {
  create: (table, column, type) => (schema) => {
    if (schema.has(table)) return null;
    schema.set(table, new Map([[column, newColumn(type)]]));
    return `CREATE TABLE ${table} (${column} ${type})`;
  },
  drop: (table) => (schema) => (schema.delete(table) ? `DROP TABLE ${table}` : null),
  add: (table, column, type) => (schema) => {
    const columns = schema.get(table);
    if (columns === undefined || columns.has(column)) return null;
    columns.set(column, newColumn(type));
    return `ALTER TABLE ${table} ADD ${column} ${type}`;
  },
  remove: (table, column) => (schema) =>
    schema.get(table)?.delete(column) === true ? `ALTER TABLE ${table} DROP ${column}` : null,
  retype: (table, column, type) => (schema) => {
    const known = schema.get(table)?.get(column);
    if (known === undefined) return null;
    schema.get(table)?.set(column, { ...known, type });
    return `ALTER TABLE ${table} ALTER ${column} TYPE ${type} USING NULL`;
  },
  nullability: (table, column) => (schema) => {
    const known = schema.get(table)?.get(column);
    if (known === undefined) return null;
    schema.get(table)?.set(column, { ...known, nullable: !known.nullable });
    return `ALTER TABLE ${table} ALTER ${column} ${known.nullable ? 'SET' : 'DROP'} NOT NULL`;
  },
};

class Ddl implements Command {
  constructor(
    private readonly name: string,
    private readonly change: Change,
  ) {}
  check = (model: Readonly<ContractModel>): boolean => this.change(copied(model.schema)) !== null;
  async run(model: ContractModel, real: ContractsApp): Promise<void> {
    await real.ddl(this.change(model.schema) ?? '');
  }
  toString = (): string => this.name;
}

class Run implements Command {
  check = (): boolean => true;
  async run(model: ContractModel, real: ContractsApp): Promise<void> {
    const hasChanged = !isSameSchema(model.seen, model.schema);
    const { changed } = await real.run();
    expect(changed).toBe(hasChanged);
    model.published.changed += hasChanged ? 1 : 0;
    model.seen = copied(model.schema);
    evaluate(model);
    await compare(model, real);
  }
  toString = (): string => 'run';
}

class Freeze implements Command {
  check = (): boolean => true;
  async run(model: ContractModel, real: ContractsApp): Promise<void> {
    expect((await real.freeze({ name: 'c' })).status).toBe(201);
    model.frozen = copied(model.schema);
    model.broken = [];
    await compare(model, real);
  }
  toString = (): string => 'freeze';
}

class Release implements Command {
  check = ({ frozen }: Readonly<ContractModel>): boolean => frozen !== null;
  async run(model: ContractModel, real: ContractsApp): Promise<void> {
    expect((await real.send('DELETE', '/api/contracts/db')).status).toBe(204);
    model.frozen = null;
    model.broken = [];
    await compare(model, real);
  }
  toString = (): string => 'release';
}

/** One evaluation: reported when it is broken in another way than before, and when it holds again. */
function evaluate(model: ContractModel): void {
  if (model.frozen === null) return;
  const broken = brokenSentences(model.frozen, model.schema);
  const isSame = JSON.stringify(broken) === JSON.stringify(model.broken);
  if (!isSame && broken.length > 0) model.published.violated += 1;
  if (!isSame && broken.length === 0) model.published.restored += 1;
  if (broken.length > 0 && model.broken.length === 0) model.violations += 1;
  model.broken = broken;
}

async function compare(model: ContractModel, real: ContractsApp): Promise<void> {
  const { status, body } = await real.send<Awaited<ReturnType<ContractsApp['contract']>>>('GET', '/api/contracts/db');
  expect(status).toBe(model.frozen === null ? 404 : 200);
  if (status === 200) {
    expect(body.state).toBe(model.broken.length > 0 ? 'violated' : 'holds');
    expect((body.violation?.items ?? []).map(({ summary }) => summary).sort()).toEqual(model.broken);
  }
  const violations = await real.violations();
  expect(violations).toHaveLength(model.violations);
  expect(violations.filter(({ state }) => state === 'open')).toHaveLength(model.broken.length > 0 ? 1 : 0);
  expect({
    violated: published.violated.length,
    restored: published.restored.length,
    changed: published.changed.length,
  }).toEqual(model.published);
}

const name = fc.constantFrom('a', 'b');
const ddl = fc
  .tuple(fc.constantFrom(...Object.keys(changes)), name, fc.constantFrom('x', 'y'), fc.constantFrom(...TYPES))
  .map(([kind, table, column, type]): Command => {
    const change = changes[kind]?.(table, column, type) ?? (() => null);
    return new Ddl(`${kind} ${table}.${column} ${type}`, change);
  });
const commands = [
  ddl,
  ddl,
  ddl,
  fc.constant<Command>(new Run()),
  fc.constant<Command>(new Run()),
  fc.constant<Command>(new Freeze()),
  fc.constant<Command>(new Release()),
];

async function reset(): Promise<{ model: ContractModel; real: ContractsApp }> {
  await app.ddl(EMPTY);
  await app.send('DELETE', '/api/contracts/db');
  await app.run();
  for (const list of Object.values(published)) list.length = 0;
  return { model: { ...emptyModel(), violations: (await app.violations()).length }, real: app };
}

describe('contracts under any sequence of changes, checks, freezes and releases', () => {
  it('are what a simple model of the specification says, with the same events', async () => {
    const anyCommands = fc.commands(commands, { maxCommands: 40, size: 'max' });
    await fc.assert(
      fc.asyncProperty(anyCommands, async (sequence) => {
        const { model, real } = await reset();
        await fc.asyncModelRun(() => ({ model, real }), sequence);
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });
});
