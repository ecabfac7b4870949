import { describe, expect, it } from '@jest/globals';
import { Ajv2019 } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { parse } from 'yaml';
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
  it('tells tables, columns, types and keys in the words of the standard', () => {
    expect(contractOdcs(CONTRACT, '0e8f')).toBe(`apiVersion: v3.1.0
kind: DataContract
id: "0e8f"
name: For reports
version: "2026-11-20T09:00:00.000Z"
status: active
contractCreatedTs: "2026-11-20T09:00:00.000Z"
schema:
  - name: geo.areas
    physicalName: geo.areas
    logicalType: object
    physicalType: table
    properties:
      - name: tenant
        physicalName: tenant
        logicalType: integer
        logicalTypeOptions:
          format: i32
        physicalType: integer
        required: true
        primaryKey: true
        primaryKeyPosition: 1
      - name: "no"
        physicalName: "no"
        logicalType: integer
        logicalTypeOptions:
          format: i16
        physicalType: smallint
        required: true
        primaryKey: true
        primaryKeyPosition: 2
      - name: tags
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
          - geo.areas.no
          - geo.areas.tenant
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
            to: geo.areas.id
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

  it('is held against a schema that finds mistakes', () => {
    const document = parse(contractOdcs(CONTRACT, 'k')) as Record<string, unknown>;
    expect(mistakesIn(document)).toEqual([]);
    expect(mistakesIn({ ...document, kind: 'Other' })).not.toEqual([]);
    expect(
      mistakesIn({ ...document, schema: [{ name: 'a', properties: [{ logicalType: 'uuid', name: 'i' }] }] }),
    ).not.toEqual([]);
    expect(mistakesIn({ ...document, contractCreatedTs: 'today' })).not.toEqual([]);
  });
});

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
