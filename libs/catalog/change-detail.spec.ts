import { describe, expect, it } from '@jest/globals';
import type { CatalogObject, Column, DomainShape, Table } from './catalog.js';
import { diffCatalogs } from './index.js';
import { foreignKeyOf, tableOf } from './testing/table-of.js';

const ORDERS = tableOf('orders', ['id bigint not null', 'total integer']);
const KEY = foreignKeyOf(['id'], 'geo.areas', ['id']);
const CHECK = { name: 'positive', definition: 'CHECK ((total > 0))' };

const withTotal = (facts: Partial<Column>): Table => ({
  ...ORDERS,
  columns: ORDERS.columns.map((column) => (column.name === 'total' ? { ...column, ...facts } : column)),
});

const TABLES: readonly { what: string; before: Table; after: Table; summaries: string[] }[] = [
  {
    what: 'a default that comes',
    before: ORDERS,
    after: withTotal({ default: '0' }),
    summaries: ['orders.total: + default 0'],
  },
  {
    what: 'a default that goes',
    before: withTotal({ default: '0' }),
    after: ORDERS,
    summaries: ['orders.total: - default 0'],
  },
  {
    what: 'another default',
    before: withTotal({ default: '0' }),
    after: withTotal({ default: "'a\n  b'::text" }),
    summaries: ["orders.total: default 0 → 'a b'::text"],
  },
  {
    what: 'a generated value that becomes a plain default',
    before: withTotal({ generated: '(id * 2)' }),
    after: withTotal({ default: '1' }),
    summaries: ['orders.total: + default 1', 'orders.total: - generated (id * 2)'],
  },
  {
    what: 'another identity',
    before: withTotal({ identity: 'always' }),
    after: withTotal({ identity: 'by default' }),
    summaries: ['orders.total: identity always → by default'],
  },
  {
    what: 'another action and deferrability of a foreign key',
    before: { ...ORDERS, foreign_keys: [KEY] },
    after: { ...ORDERS, foreign_keys: [{ ...KEY, on_delete: 'CASCADE', deferrable: 'initially deferred' }] },
    summaries: [
      'orders: FK id → geo.areas.id changed from NO ACTION to ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED',
    ],
  },
  {
    what: 'another match and update action',
    before: { ...ORDERS, foreign_keys: [{ ...KEY, match: 'full', on_update: 'CASCADE' }] },
    after: { ...ORDERS, foreign_keys: [{ ...KEY, on_delete: 'SET NULL (id)' }] },
    summaries: ['orders: FK id → geo.areas.id changed from MATCH FULL ON UPDATE CASCADE to ON DELETE SET NULL (id)'],
  },
  {
    what: 'a check that comes, and one that goes',
    before: { ...ORDERS, checks: [{ name: 'old', definition: 'CHECK (true)' }] },
    after: { ...ORDERS, checks: [CHECK] },
    summaries: ['orders: - check old', 'orders: + check positive CHECK ((total > 0))'],
  },
  {
    what: 'a check that says otherwise',
    before: { ...ORDERS, checks: [CHECK] },
    after: { ...ORDERS, checks: [{ ...CHECK, definition: 'CHECK ((total >= 0))' }] },
    summaries: ['orders: check positive changed from CHECK ((total > 0)) to CHECK ((total >= 0))'],
  },
  {
    what: 'an index of another definition, shortened',
    before: { ...ORDERS, indexes: [{ name: 'i', definition: 'x' }] },
    after: { ...ORDERS, indexes: [{ name: 'i', definition: 'y'.repeat(200) }] },
    summaries: [`orders: index i changed from x to ${'y'.repeat(160)}…`],
  },
  {
    what: 'an index of another definition, shortened between characters',
    before: { ...ORDERS, indexes: [{ name: 'i', definition: 'x' }] },
    after: { ...ORDERS, indexes: [{ name: 'i', definition: 'y'.repeat(159) + '😀'.repeat(20) }] },
    summaries: [`orders: index i changed from x to ${'y'.repeat(159)}…`],
  },
  {
    what: 'a partition that is attached',
    before: ORDERS,
    after: { ...ORDERS, partition_of: { schema: 'geo', name: 'all' } },
    summaries: ['orders: attached to geo.all as a partition'],
  },
  {
    what: 'a partition that moves to another table',
    before: { ...ORDERS, partition_of: { schema: 'public', name: 'a' } },
    after: { ...ORDERS, partition_of: { schema: 'public', name: 'b' } },
    summaries: ['orders: detached from a', 'orders: attached to b as a partition'],
  },
  {
    what: 'a table that joins an extension',
    before: ORDERS,
    after: { ...ORDERS, extension: 'audit' },
    summaries: ['orders: now part of extension audit'],
  },
];

const named = (object: object): CatalogObject => ({ schema: 'geo', name: 'thing', ...object }) as CatalogObject;
const DOMAIN: DomainShape = { kind: 'domain', type: 'text', nullable: true, checks: [] };

const OBJECTS: readonly { what: string; before: CatalogObject[]; after: CatalogObject[]; summaries: string[] }[] = [
  {
    what: 'a view that comes',
    before: [],
    after: [named({ kind: 'view', definition: 'SELECT 1' })],
    summaries: ['+ view geo.thing'],
  },
  {
    what: 'a view with another definition',
    before: [named({ kind: 'view', definition: 'SELECT 1' })],
    after: [named({ kind: 'view', definition: 'SELECT 2' })],
    summaries: ['geo.thing: view definition changed'],
  },
  {
    what: 'no view whose definition could not be read',
    before: [named({ kind: 'view', definition: null })],
    after: [named({ kind: 'view', definition: 'SELECT 2' })],
    summaries: [],
  },
  {
    what: 'a view that is materialized now',
    before: [named({ kind: 'view', definition: 'SELECT 1' })],
    after: [named({ kind: 'materialized view', definition: 'SELECT 1' })],
    summaries: ['- view geo.thing', '+ materialized view geo.thing'],
  },
  {
    what: 'labels of an enum',
    before: [named({ kind: 'enum', labels: ['sad', 'ok'] })],
    after: [named({ kind: 'enum', labels: ['ok', 'sad', 'a, b'] })],
    summaries: ['geo.thing: labels [sad, ok] → [ok, sad, "a, b"]'],
  },
  {
    what: 'everything of a domain in one sentence',
    before: [named({ ...DOMAIN, checks: [CHECK] })],
    after: [named({ ...DOMAIN, type: 'citext', nullable: false, default: "'x'", checks: [{ ...CHECK, name: 'n' }] })],
    summaries: [
      "geo.thing: type text → citext, NOT NULL added, + default 'x', - check positive, + check n CHECK ((total > 0))",
    ],
  },
];

describe('the sentence of a change', () => {
  it.each(TABLES)('names $what', ({ before, after, summaries }) => {
    const changes = diffCatalogs({ tables: [before], objects: [] }, { tables: [after], objects: [] });
    expect(changes.map(({ summary }) => summary)).toEqual(summaries);
  });

  it.each(OBJECTS)('names $what', ({ before, after, summaries }) => {
    const changes = diffCatalogs({ tables: [], objects: before }, { tables: [], objects: after });
    expect(changes.map(({ summary }) => summary)).toEqual(summaries);
  });
});
