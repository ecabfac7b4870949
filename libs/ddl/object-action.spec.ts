import { describe, expect, it } from '@jest/globals';
import type { SchemaObject } from '../api/index.js';
import type { SqlDialect } from '../dialects/index.js';
import { objectActions, objectActionSql } from './object-action.js';

const object = (change: Partial<SchemaObject>): SchemaObject => ({
  ...{ kind: 'sequence', id: '1', name: 'A b', schema: 's', table: null, arguments: null },
  ...{ detail: '', comment: null, members: [], ...change },
});

describe('the script of an action on an object', () => {
  it.each<[SqlDialect, Partial<SchemaObject>, string]>([
    ['postgres', {}, 'DROP SEQUENCE s."A b" CASCADE;'],
    ['postgres', { kind: 'function', arguments: 'n int, "B" text' }, 'DROP FUNCTION s."A b"(n int, "B" text) CASCADE;'],
    ['postgres', { kind: 'function', arguments: '', detail: 'procedure' }, 'DROP PROCEDURE s."A b"() CASCADE;'],
    ['postgres', { kind: 'trigger', table: 'T' }, 'DROP TRIGGER "A b" ON s."T" CASCADE;'],
    ['postgres', { kind: 'policy', table: 'T' }, 'DROP POLICY "A b" ON s."T";'],
    ['postgres', { kind: 'type', detail: 'domain over int' }, 'DROP DOMAIN s."A b" CASCADE;'],
    ['postgres', { kind: 'type', detail: 'enum' }, 'DROP TYPE s."A b" CASCADE;'],
    ['postgres', { kind: 'extension' }, 'DROP EXTENSION "A b" CASCADE;'],
    ['postgres', { kind: 'role', schema: null }, 'DROP ROLE "A b";'],
    ['duckdb', { kind: 'function', arguments: 'a', detail: 'table macro' }, 'DROP MACRO TABLE s."A b" CASCADE;'],
    ['sqlite', { kind: 'trigger', schema: 'main', table: 'T' }, 'DROP TRIGGER "A b";'],
    ['sqlite', { kind: 'index', schema: 'main', table: 'T' }, 'DROP INDEX "A b";'],
  ])('%s: drop %j', (dialect, change, sql) => {
    expect(objectActionSql(object(change), { do: 'drop', isCascading: true }, dialect)).toBe(sql);
  });

  it('renames where the dialect can', () => {
    const trigger = object({ kind: 'trigger', table: 't' });
    expect(objectActionSql(trigger, { do: 'rename', to: 'order' }, 'postgres')).toBe(
      'ALTER TRIGGER "A b" ON s.t RENAME TO "order";',
    );
    expect(objectActions(trigger, 'postgres')).toEqual(['rename', 'drop']);
    expect(objectActions(object({ kind: 'extension' }), 'postgres')).toEqual(['drop']);
    expect(objectActions(trigger, 'sqlite')).toEqual(['drop']);
  });
});
