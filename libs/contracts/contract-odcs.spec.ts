import { describe, expect, it } from '@jest/globals';
import { Ajv2019 } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { parse } from 'yaml';
import { type ForeignKey, type Table, isDefaultTable } from '../catalog/index.js';
import { anyCatalog } from '../catalog/testing/any-catalog.js';
import { foreignKeyOf, tableOf } from '../catalog/testing/table-of.js';
import { type Contract, contractOdcs, freezeContract } from './index.js';
import { odcsType } from './odcs-type.js';
import { ODCS_SCHEMA } from './testing/odcs-schema.js';

const ajv = new Ajv2019({ allErrors: true, strict: false });
addFormats.default(ajv);
const validate = ajv.compile(ODCS_SCHEMA);
const mistakesIn = (document: unknown) => (validate(document) ? [] : validate.errors);

const CONTRACT: Contract = {
  name: 'For reports',
  connection_id: 'shop',
  frozen_at: '2026-11-20T10:00:00+01:00',
  tables: [
    {
      ...tableOf('geo.areas', ['tenant integer not null', 'no smallint not null', 'tags character varying(20)[]']),
      primary_key: ['tenant', 'no'],
      foreign_keys: [foreignKeyOf(['tenant', 'no'], 'lines', ['tenant', 'line_no'])],
    },
    {
      ...tableOf('orders', ['id uuid not null', 'area geometry(Point,4326)']),
      primary_key: ['id'],
      foreign_keys: [foreignKeyOf(['id'], 'geo.areas', ['id'])],
    },
    tableOf('empty', []),
  ],
};

describe('contractOdcs', () => {
  it('writes tables, columns, types and keys in the terms of the standard', () => {
    expect(contractOdcs(CONTRACT, '0e8f')).toBe(`apiVersion: v3.1.0
kind: DataContract
id: "0e8f"
name: For reports
version: "2026-11-20T09:00:00.000Z"
status: active
contractCreatedTs: "2026-11-20T09:00:00.000Z"
schema:
  - id: "geo-x2e-areas"
    name: geo.areas
    physicalName: geo.areas
    logicalType: object
    physicalType: table
    properties:
      - id: tenant
        name: tenant
        physicalName: tenant
        logicalType: integer
        logicalTypeOptions:
          format: i32
        physicalType: integer
        required: true
        primaryKey: true
        primaryKeyPosition: 1
      - id: "no"
        name: "no"
        physicalName: "no"
        logicalType: integer
        logicalTypeOptions:
          format: i16
        physicalType: smallint
        required: true
        primaryKey: true
        primaryKeyPosition: 2
      - id: tags
        name: tags
        physicalName: tags
        logicalType: array
        items:
          logicalType: string
          logicalTypeOptions:
            maxLength: 20
          physicalType: character varying(20)
        physicalType: character varying(20)[]
        required: false
    relationships:
      - type: foreignKey
        from:
          - "schema/geo-x2e-areas/properties/no"
          - "schema/geo-x2e-areas/properties/tenant"
        to:
          - lines.line_no
          - lines.tenant
  - name: orders
    physicalName: orders
    logicalType: object
    physicalType: table
    properties:
      - name: id
        physicalName: id
        logicalType: string
        logicalTypeOptions:
          format: uuid
        physicalType: uuid
        required: true
        primaryKey: true
        primaryKeyPosition: 1
        relationships:
          - type: foreignKey
            to: "schema/geo-x2e-areas/properties/id"
      - name: area
        physicalName: area
        physicalType: "geometry(Point,4326)"
        required: false
  - name: empty
    physicalName: empty
    logicalType: object
    physicalType: table
    properties: []
customProperties:
  - property: connectionId
    value: shop
`);
  });

  it('is valid, and read by a YAML parser as it was meant, whatever things are called', () => {
    fc.assert(
      fc.property(anyCatalog, fc.string(), (catalog, name) => {
        const order = { name, connectionId: 'shop', frozenAt: '2026-11-20T10:00:00+00:00', catalog };
        const outcome = freezeContract(order);
        if (outcome.kind !== 'frozen') throw new Error('not frozen');
        const document = parse(contractOdcs(outcome.contract, 'k')) as {
          name: string;
          schema: { properties: { name: string; physicalType: string }[] }[];
        };
        expect(mistakesIn(document)).toEqual([]);
        expect(document.name).toBe(name);
        const columns = document.schema.map(({ properties }) =>
          properties.map((column) => [column.name, column.physicalType]),
        );
        expect(columns).toEqual(
          outcome.contract.tables.map((table) => table.columns.map(({ name: own, type }) => [own, type])),
        );
      }),
    );
  });

  it('refers to exactly the columns of a foreign key, whatever they are called', () => {
    fc.assert(
      fc.property(anyCatalog, (catalog) => {
        const tables = catalog.tables.map((table) => ({ ...table, foreign_keys: keysWithin(catalog.tables, table) }));
        const order = { name: 'c', connectionId: 'shop', frozenAt: '2026-11-20T10:00:00+00:00' };
        const outcome = freezeContract({ ...order, catalog: { ...catalog, tables } });
        if (outcome.kind !== 'frozen') throw new Error('not frozen');
        const document = parse(contractOdcs(outcome.contract, 'k')) as { schema: OdcsTable[] };
        expect(mistakesIn(document)).toEqual([]);
        for (const reference of document.schema.flatMap(referencesOf)) {
          expect([reference, matchesOf(document.schema, reference)]).toEqual([reference, 1]);
        }
      }),
    );
  });

  it.each<[string, (sound: Parts) => unknown]>([
    [
      'a reference of three names',
      ({ withColumn }) => withColumn({ relationships: [{ type: 'foreignKey', to: 'sales.customer.id' }] }),
    ],
    ['an id with a dot', ({ withTable }) => withTable({ id: 'a.b' })],
    ['nothing of what it must have', () => ({})],
    ['another kind', ({ document }) => ({ ...document, kind: 'Other' })],
    ['another version of the standard', ({ document }) => ({ ...document, apiVersion: 'v4.0.0' })],
    ['a day that is none', ({ document }) => ({ ...document, contractCreatedTs: 'today' })],
    ['an unknown key', ({ document }) => ({ ...document, tables: [] })],
    ['a table without a name', ({ withTable }) => withTable({ name: undefined })],
    ['a table with an unknown key', ({ withTable }) => withTable({ columns: [] })],
    ['a table that is no object', ({ withTable }) => withTable({ logicalType: 'table' })],
    ['a column without a name', ({ withColumn }) => withColumn({ name: undefined })],
    ['a column with an unknown key', ({ withColumn }) => withColumn({ nullable: true })],
    ['a logical type that is none', ({ withColumn }) => withColumn({ logicalType: 'uuid' })],
    ['a place in the key that is not a number', ({ withColumn }) => withColumn({ primaryKeyPosition: 'first' })],
    [
      'an option of another logical type',
      ({ withColumn }) => withColumn({ logicalType: 'date', logicalTypeOptions: { maxLength: 3 } }),
    ],
    [
      'a whole number that is as wide as none',
      ({ withColumn }) => withColumn({ logicalType: 'integer', logicalTypeOptions: { format: 'i24' } }),
    ],
    ['items of what is no array', ({ withColumn }) => withColumn({ logicalType: 'string', items: {} })],
    ['a relationship of a column that says from where', ({ withColumn }) => withColumn({ relationships: [FROM_TO] })],
    ['a relationship of a table from nowhere', ({ withTable }) => withTable({ relationships: [{ to: 'a.b' }] })],
    [
      'a relationship from one column to two',
      ({ withTable }) => withTable({ relationships: [{ ...FROM_TO, to: ['a.b', 'a.c'] }] }),
    ],
    [
      'a relationship of another type',
      ({ withTable }) => withTable({ relationships: [{ ...FROM_TO, type: 'inherits' }] }),
    ],
    [
      'a property of ours without a value',
      ({ document }) => ({ ...document, customProperties: [{ property: 'connectionId' }] }),
    ],
  ])('is validated by a schema that refuses %s', (_, spoil) => {
    expect(mistakesIn(JSON.parse(JSON.stringify(spoil(soundParts()))))).not.toEqual([]);
  });
});

interface OdcsTable {
  readonly id?: string;
  readonly name: string;
  readonly relationships?: readonly { readonly from: string[]; readonly to: string[] }[];
  readonly properties: readonly {
    readonly id?: string;
    readonly name: string;
    readonly relationships?: readonly { readonly to: string }[];
  }[];
}

/** Foreign keys of a table to each table of the catalog that has columns: of one pair, and of two where there are two. */
function keysWithin(tables: readonly Table[], { columns }: Table): ForeignKey[] {
  return tables.filter(isDefaultTable).flatMap(({ schema, name, columns: targets }) =>
    [1, 2]
      .filter((count) => columns.length >= count && targets.length >= count)
      .map((count) => ({
        columns: columns.slice(0, count).map((column) => column.name),
        references: { schema, name, columns: targets.slice(0, count).map((column) => column.name) },
      })),
  );
}

function referencesOf({ relationships = [], properties }: OdcsTable): string[] {
  const ofColumns = properties.flatMap((column) => (column.relationships ?? []).map(({ to }) => to));
  return [...relationships.flatMap(({ from, to }) => [...from, ...to]), ...ofColumns];
}

/** How many columns of a document a reference points at. */
function matchesOf(tables: readonly OdcsTable[], reference: string): number {
  const [, tableById, , columnById] = reference.split('/');
  const [tableByName, columnByName] = reference.split('.');
  const isById = columnById !== undefined;
  const found = tables.filter(({ id, name }) => (isById ? id === tableById : name === tableByName));
  return found.flatMap(({ properties }) =>
    properties.filter(({ id, name }) => (isById ? id === columnById : name === columnByName)),
  ).length;
}

const FROM_TO = { type: 'foreignKey', from: 'a.b', to: 'a.c' };

interface Parts {
  readonly document: object;
  /** The document with other keys in its first table, or with other keys in that table's first column. */
  readonly withTable: (keys: object) => object;
  readonly withColumn: (keys: object) => object;
}

function soundParts(): Parts {
  const document = parse(contractOdcs(CONTRACT, 'k')) as { schema: { properties: object[] }[] };
  expect(mistakesIn(document)).toEqual([]);
  const [table] = document.schema;
  const withTable = (keys: object) => ({ ...document, schema: [{ ...table, ...keys }] });
  return {
    document,
    withTable,
    withColumn: (keys) => withTable({ properties: [{ ...table?.properties[0], ...keys }] }),
  };
}

describe('odcsType', () => {
  it.each([
    ['numeric(12,2)', 'number'],
    ['numeric(3,-2)', 'number'],
    ['character(1)', 'string'],
    ['timestamp(3) with time zone', 'timestamp'],
    ['time without time zone', 'time'],
    ['double precision', 'number'],
    ['jsonb', 'object'],
    ['integer[]', 'array'],
    ['interval', undefined],
    ['geo.mood', undefined],
    ['constructor', undefined],
  ])('of %s is %s', (type, logicalType) => {
    expect(odcsType(type).logicalType).toBe(logicalType);
  });
});
