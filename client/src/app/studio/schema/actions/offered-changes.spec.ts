import { describe, expect, it } from '@jest/globals';
import type { Connection } from '#libs/api';
import * as ddl from '#libs/ddl';
import { POSTGRES_KIND } from '../../../../testing/connection-kinds';
import type { SchemaNode } from '../schema-tree';
import { offeredChanges } from './offered-changes';
import { rightsRefusal } from './rights-refusal';

const { capabilities } = POSTGRES_KIND;
const shop = { name: 'Shop', read_only: false, access: 'write', capabilities } as Connection;
const schema = { name: 'public', table_count: 1, is_default: true };
const table = { name: 'orders', kind: 'table', estimated_rows: null, estimated_bytes: null, comment: null } as const;
const node: SchemaNode = { kind: 'table', schema, table };

describe('the changes that a row offers', () => {
  it.each<[SchemaNode, string]>([
    [{ kind: 'schema', schema }, 'create-table'],
    [node, 'design add-column create-index rename comment analyze truncate drop'],
    [{ kind: 'table', schema, table: { ...table, kind: 'view' } }, 'rename comment drop'],
    [{ kind: 'column', role: 'plain', name: 'id' }, ''],
    [{ kind: 'note', tone: 'empty' }, ''],
  ])('%j: %s', (one, names) => {
    const offered = offeredChanges(one, shop, 'postgres', ddl);
    expect(offered.map(({ name }) => name).join(' ')).toBe(names);
    expect(offered.every(({ refusal }) => refusal === null)).toBe(true);
  });

  it.each<[Partial<Connection>, string]>([
    [{ read_only: true }, 'Shop is read-only.'],
    [{ access: 'query' }, 'You may only query Shop.'],
    [{ capabilities: { ...capabilities, writes: false } }, "Shop is a folder of files, which can't be changed."],
  ])('carry the reason where they cannot be done: %j', (change, refusal) => {
    expect(offeredChanges(node, { ...shop, ...change }, 'postgres', ddl)[0]?.refusal).toBe(refusal);
  });

  it('carry what the role of the connection may not do', () => {
    const facts = { owner: 'ann', role: 'bob', may_alter: false, may_truncate: true, dependents: null };
    expect(rightsRefusal(facts, 'drop')).toBe('Only ann, the owner, may do this. The connection signs in as bob.');
    expect(rightsRefusal(facts, 'truncate')).toBeNull();
    expect(rightsRefusal({ ...facts, may_truncate: false }, 'truncate')).toBe('bob may not truncate this table.');
    expect(rightsRefusal({ ...facts, owner: null }, 'drop')).toBeNull();
  });
});
