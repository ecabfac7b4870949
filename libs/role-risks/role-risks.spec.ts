import { describe, expect, it } from '@jest/globals';
import type { RoleRiskCode } from '../api/index.js';
import { isRoleRiskCode, roleRisks } from './index.js';

const risks = (...facts: [RoleRiskCode, string][]) =>
  roleRisks({ role: 'app', facts: facts.map(([code, name]) => ({ code, name })) });

describe('what a role can do beyond reading', () => {
  it.each<[RoleRiskCode, string, string]>([
    ['superuser', 'app', 'Role app is a superuser: it can run programs and write files on the database server.'],
    [
      'superuser',
      'root',
      'Role app can become the superuser root: it can run programs and write files on the database server.',
    ],
    ['execute_programs', 'pg_execute_server_program', 'Role app can run programs on the database server.'],
    ['write_server_files', 'lo_export', 'Role app can write files on the database server (lo_export).'],
    ['read_server_files', 'pg_read_file', 'Role app can read files on the database server (pg_read_file).'],
    [
      'untrusted_functions',
      'shell',
      'Role app can call functions in languages that reach outside the database (shell).',
    ],
    ['remote_servers', 'erp', 'Role app can reach other servers (erp).'],
    ['control_server', 'pg_reload_conf', 'Role app can control the database server (pg_reload_conf).'],
    ['end_sessions', 'pg_signal_backend', 'Role app can end sessions of other roles.'],
    ['manage_roles', 'app', 'Role app can create and change roles.'],
    ['replication', 'app', 'Role app can copy the whole database server by replication.'],
    ['bypass_rls', 'app', 'Role app ignores row-level security.'],
    [
      'write_tables',
      'app',
      'The connection is read-only, but role app may write to tables. A role that only reads is safer.',
    ],
  ])('%s by %s', (code, name, detail) => {
    expect(risks([code, name])).toEqual([{ code, detail }]);
  });

  it('is nothing for a role that only reads', () => {
    expect(risks()).toEqual([]);
  });

  it('is listed with the furthest-reaching first, each code once', () => {
    const found = risks(
      ['bypass_rls', 'app'],
      ['write_server_files', 'lo_export'],
      ['execute_programs', 'pg_execute_server_program'],
      ['write_server_files', 'pg_write_server_files'],
      ['write_server_files', 'lo_export'],
    );
    expect(found.map(({ code }) => code)).toEqual(['execute_programs', 'write_server_files', 'bypass_rls']);
    expect(found[1]?.detail).toContain('(lo_export, pg_write_server_files)');
  });

  it('names three and counts the others', () => {
    const [risk] = risks(...['a', 'b', 'c', 'd', 'e'].map((name): [RoleRiskCode, string] => ['remote_servers', name]));
    expect(risk?.detail).toContain('(a, b, c and 2 more)');
  });

  it('is one line for a superuser', () => {
    expect(risks(['manage_roles', 'x'], ['superuser', 'app'], ['write_tables', 'app'])).toHaveLength(1);
  });

  it.each([
    ['superuser', true],
    ['toString', false],
    ['', false],
    [null, false],
  ])('%j is a code: %s', (text, isCode) => {
    expect(isRoleRiskCode(text)).toBe(isCode);
  });
});
