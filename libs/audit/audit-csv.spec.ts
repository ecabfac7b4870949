import { describe, expect, it } from '@jest/globals';
import type { AuditEntry } from '../api/index.js';
import { auditCsvHead, auditCsvRow } from './index.js';

const entry = (name: string | null, more: Partial<AuditEntry> = {}): AuditEntry => ({
  sequence: 7,
  at: '2026-11-20T09:00:00.000Z',
  action: 'user.change',
  outcome: 'done',
  actor: { kind: 'user', user_id: 'ann', name: 'Ann', token_id: null },
  object: { kind: 'user', id: 'bob', name },
  details: { role: 'admin' },
  hash: 'ab',
  ...more,
});

describe('an audit file in CSV', () => {
  it('has a head and a row for each entry with as many fields', () => {
    expect(auditCsvHead()).toBe(
      'sequence,at,action,outcome,actor_kind,actor_user_id,actor_name,actor_token_id,object_kind,object_id,object_name,details,hash\n',
    );
    expect(auditCsvRow(entry('Bob'))).toBe(
      '7,2026-11-20T09:00:00.000Z,user.change,done,user,ann,Ann,,user,bob,Bob,"{""role"":""admin""}",ab\n',
    );
    expect(auditCsvRow(entry(null, { actor: null }))).toBe(
      '7,2026-11-20T09:00:00.000Z,user.change,done,,,,,user,bob,,"{""role"":""admin""}",ab\n',
    );
  });

  it.each([
    ['=cmd|calc', "'=cmd|calc"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@sum', "'@sum"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['＝1', "'＝1"],
    ['a=b', 'a=b'],
    ['a "b", c', '"a ""b"", c"'],
    ['two\nlines', '"two\nlines"'],
    ['', '""'],
  ])('writes the name %j as %j', (name, field) => {
    expect(auditCsvRow(entry(name))).toContain(`,bob,${field},`);
  });
});
