import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse, parseDocument } from 'yaml';
import { HOSTILE_NAMES, anyCatalog } from '../catalog/testing/any-catalog.js';
import { foreignKeyOf, tableOf } from '../catalog/testing/table-of.js';
import { type Contract, contractDocument, contractYaml, freezeContract } from './index.js';

const READABLE: Contract = {
  name: 'For reports',
  connection_id: 'shop',
  frozen_at: '2026-11-20T10:00:00+01:00',
  tables: [
    {
      ...tableOf('geo.areas', ['on timestamp(3) with time zone', 'tags character varying(20)[]']),
      foreign_keys: [foreignKeyOf(['tenant', 'no'], 'lines', ['tenant', 'line_no'])],
    },
    {
      ...tableOf('orders', ['id bigint not null', 'total numeric(12,2)']),
      primary_key: ['id'],
      foreign_keys: [foreignKeyOf(['id'], 'geo.areas', ['id'])],
    },
    { ...tableOf('x', []), name: 'Ümlaut "a": b\n' },
  ],
};

const READABLE_YAML = `contract: For reports
connection_id: shop
frozen_at: "2026-11-20T10:00:00+01:00"
tables:
  geo.areas:
    primary_key: []
    columns:
      - name: "on"
        type: timestamp(3) with time zone
        nullable: true
      - name: tags
        type: character varying(20)[]
        nullable: true
    foreign_keys:
      - column: "no"
        references: lines.line_no
        composite: 1
      - column: tenant
        references: lines.tenant
        composite: 1
  orders:
    primary_key: [id]
    columns:
      - name: id
        type: bigint
        nullable: false
      - name: total
        type: numeric(12,2)
        nullable: true
    foreign_keys:
      - column: id
        references: geo.areas.id
  "\\"Ümlaut \\"\\"a\\"\\": b\\\\n\\"":
    primary_key: []
    columns: []
    foreign_keys: []
`;

/** The contract as the YAML names its parts. */
function expected(contract: Contract): unknown {
  const { name, connection_id, frozen_at, tables } = contractDocument(contract);
  return { contract: name, connection_id, frozen_at, tables };
}

const anyContract = fc
  .record({
    catalog: anyCatalog,
    name: fc.oneof(fc.constantFrom(...HOSTILE_NAMES), fc.string({ unit: 'binary', maxLength: 200 })),
    frozenAt: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  })
  .map((parts) => {
    const outcome = freezeContract({ ...parts, connectionId: parts.name });
    if (outcome.kind !== 'frozen') throw new Error('not frozen');
    return outcome.contract;
  });

describe('contractYaml', () => {
  it('is readable', () => {
    expect(contractYaml(READABLE)).toBe(READABLE_YAML);
  });

  it.each(['1.1', '1.2'] as const)('says to a parser of YAML %s exactly what the contract says', (version) => {
    fc.assert(
      fc.property(anyContract, (contract) => {
        const document = parseDocument(contractYaml(contract), { version });
        expect([document.errors, document.warnings]).toEqual([[], []]);
        const read = parse(contractYaml(contract), { version }) as unknown;
        expect(JSON.stringify(read)).toBe(JSON.stringify(expected(contract)));
      }),
      { numRuns: 400 },
    );
  });

  it('keeps a contract without tables a map', () => {
    expect(parse(contractYaml({ ...READABLE, tables: [] }))).toEqual(expected({ ...READABLE, tables: [] }));
  });

  it('contains no line break but its own and nothing that cannot be seen', () => {
    fc.assert(
      fc.property(anyContract, (contract) => {
        expect(contractYaml(contract).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});

describe('contractDocument', () => {
  it('keeps every table, even one that is called as an object inherits', () => {
    const tables = ['__proto__', 'constructor', '1', 'a.b'].map((name) => ({ ...tableOf('x', []), name }));
    const document = contractDocument({ ...READABLE, tables });
    expect(Object.keys(document.tables).sort()).toEqual(['"a.b"', '1', '__proto__', 'constructor']);
    expect(JSON.stringify(document)).toContain('"__proto__":{"primary_key":[]');
  });
});
