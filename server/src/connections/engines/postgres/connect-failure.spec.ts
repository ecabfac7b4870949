import { describe, expect, it } from '@jest/globals';
import type { PostgresConfig } from './config.js';
import { connectFailure, isServerFailure, refusesSession, scrubbed } from './connect-failure.js';

const CONFIG: PostgresConfig = {
  ...{
    id: 'x',
    name: 'X',
    colour: null,
    readOnly: false,
    writes: 'direct',
    statementTimeoutMs: 0,
    autoCommit: true,
    confirmDestructive: true,
    kind: 'postgres',
  },
  ...{
    host: 'db',
    port: 5432,
    database: 'shop',
    user: 'app',
    password: 'hunter2 & co',
    ssl: 'require',
    pool: { max: 4 },
  },
};

function error(message: string, fields: Record<string, string> = {}): Error {
  return Object.assign(new Error(message), fields);
}

describe('connectFailure', () => {
  it.each([
    [error('x', { code: 'ECONNREFUSED' }), 'connection-unreachable'],
    [error('x', { code: 'ENOTFOUND' }), 'connection-unreachable'],
    [error('x', { code: 'EHOSTUNREACH' }), 'connection-unreachable'],
    [error('x', { code: 'ETIMEDOUT' }), 'connection-timeout'],
    [error('timeout expired'), 'connection-timeout'],
    [error('Connection terminated due to connection timeout'), 'connection-timeout'],
    [error('timeout exceeded when trying to connect'), 'connection-timeout'],
    [error('The server does not support SSL connections'), 'connection-tls-failed'],
    [error('self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), 'connection-tls-failed'],
    [error('x', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }), 'connection-tls-failed'],
    [error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a non-empty string'), 'connection-refused-login'],
    [error('x', { severity: 'FATAL', code: '28P01' }), 'connection-refused-login'],
    [error('no pg_hba.conf entry', { severity: 'FATAL', code: '28000' }), 'connection-refused-login'],
    [error('permission denied', { severity: 'FATAL', code: '42501' }), 'connection-refused-login'],
    [error('permission denied', { severity: 'ERROR', code: '42501' }), 'connection-unusable'],
    [error('no database', { severity: 'FATAL', code: '3D000' }), 'connection-unusable'],
    [error('lock timeout', { severity: 'ERROR', code: '55P03' }), 'table-locked'],
    [error('starting up', { severity: 'FATAL', code: '57P03' }), 'connection-unreachable'],
  ])('turns %p into %s', (cause, code) => {
    expect(connectFailure(cause, CONFIG).code).toBe(code);
  });

  it('keeps the SQLSTATE of the server and takes none from the operating system', () => {
    expect(connectFailure(error('x', { severity: 'FATAL', code: '28P01' }), CONFIG).sqlstate).toBe('28P01');
    expect(connectFailure(error('x', { code: 'ECONNREFUSED' }), CONFIG).sqlstate).toBeNull();
  });
});

describe('scrubbed', () => {
  it('takes out the password, as it is and as part of an address', () => {
    const text = `a hunter2 & co b ${encodeURIComponent('hunter2 & co')} c postgres://app:x@db/shop d`;
    expect(scrubbed(text, CONFIG)).toBe('a *** b *** c postgres://*** d');
  });
});

describe('isServerFailure', () => {
  it.each([
    [error('timeout exceeded when trying to connect'), false],
    [error('permission denied', { severity: 'ERROR', code: '42501' }), false],
    [error('canceling statement', { severity: 'ERROR', code: '57014' }), false],
    [error('x', { code: 'ECONNREFUSED' }), true],
    [error('x', { severity: 'FATAL', code: '3D000' }), true],
    [error('x', { severity: 'FATAL', code: '53300' }), true],
  ])('of %p is %s', (cause, expected) => {
    expect(isServerFailure(cause)).toBe(expected);
  });
});

describe('refusesSession', () => {
  it.each([
    [error('unsupported startup parameter', { severity: 'FATAL', code: '08P01' }), true],
    [error('client_connection_check_interval must be 0', { severity: 'FATAL', code: '22023' }), true],
    [error('unrecognized configuration parameter', { severity: 'ERROR', code: '42704' }), true],
    [error('terminating connection', { severity: 'FATAL', code: '57P01' }), false],
    [error('starting up', { severity: 'FATAL', code: '57P03' }), false],
    [error('out of memory', { severity: 'FATAL', code: '53200' }), false],
    [error('too many clients', { severity: 'FATAL', code: '53300' }), false],
    [error('x', { code: 'ECONNRESET' }), false],
    [error('Connection terminated due to connection timeout'), false],
  ])('of %p is %s', (cause, expected) => {
    expect(refusesSession(cause)).toBe(expected);
  });
});
