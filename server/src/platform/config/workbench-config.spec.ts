import { describe, expect, it } from '@jest/globals';
import { SHARED_LIMITS, SINGLE_LIMITS } from '#libs/fair-share';
import { readConfig } from './workbench-config.js';

const read = (env: Record<string, string>) => readConfig(env, '/srv/app');

describe('readConfig', () => {
  it('needs nothing', () => {
    expect(read({})).toEqual({
      kind: 'valid',
      config: {
        host: '127.0.0.1',
        port: 8080,
        home: '/srv/app/.workbench',
        stateDatabaseUrl: null,
        configFile: '/srv/app/.workbench/connections.yaml',
        mode: 'single',
        demo: 'auto',
        publicUrl: 'http://127.0.0.1:8080',
        pgBinDir: null,
        logLevel: 'warn',
        fileFolders: ['/srv/app/.workbench/files'],
        historyMaxEntries: 100_000,
        historyMaxDays: 0,
        signIn: {
          accessToken: null,
          administrator: null,
          provider: null,
          trustProxy: null,
          idleMs: 86_400_000,
          maxMs: 2_592_000_000,
        },
        sessionIdleMinutes: 15,
        transactionLimitMinutes: 10,
        resultMaxBytes: 17_179_869_184,
        resultsMaxBytes: 68_719_476_736,
        resultTtlHours: 24,
        personLimits: SINGLE_LIMITS,
        requestRate: null,
        personResultsMaxBytes: 68_719_476_736,
        personTextsMaxBytes: 536_870_912,
        sessionWaitMs: 30_000,
        jobsAtOnce: 4,
        backupFolders: ['/srv/app/.workbench/backups'],
        outboundAllow: [],
        hasAccountFiles: true,
        confinement: 'auto',
      },
    });
  });

  it('shares a workbench of several people among them', () => {
    expect(read({ WORKBENCH_MODE: 'multi' })).toMatchObject({
      config: {
        personLimits: SHARED_LIMITS,
        requestRate: { perSecond: 100, burst: 500 },
        personResultsMaxBytes: 17_179_869_184,
      },
    });
  });

  it('takes the limits of a person', () => {
    const env = {
      WORKBENCH_PERSON_RUNNING: '3',
      WORKBENCH_PERSON_REQUESTS_PER_SECOND: '10',
      WORKBENCH_PERSON_RESULTS_MAX_BYTES: '1000',
      WORKBENCH_PERSON_TEXTS_MAX_BYTES: '2000',
      WORKBENCH_SESSION_WAIT_SECONDS: '5',
    };
    expect(read(env)).toMatchObject({
      config: {
        personLimits: { ...SINGLE_LIMITS, running: 3 },
        requestRate: { perSecond: 10, burst: 50 },
        personResultsMaxBytes: 1000,
        personTextsMaxBytes: 2000,
        sessionWaitMs: 5000,
      },
    });
  });

  it.each(['WORKBENCH_PERSON_RUNNING', 'WORKBENCH_PERSON_EXPORTS', 'WORKBENCH_SESSION_WAIT_SECONDS'])(
    'refuses %s where it is not a number from 1',
    (name) => {
      expect(read({ [name]: '0' })).toMatchObject({ kind: 'invalid', mistakes: [expect.stringContaining(name)] });
    },
  );

  it('puts the configuration file beside the state unless configured otherwise', () => {
    const moved = read({ WORKBENCH_HOME: '/var/lib/wb' });
    expect(moved.kind === 'valid' && moved.config.configFile).toBe('/var/lib/wb/connections.yaml');
    const apart = read({ WORKBENCH_HOME: '/var/lib/wb', WORKBENCH_CONFIG: 'etc/c.yaml' });
    expect(apart.kind === 'valid' && apart.config.configFile).toBe('/srv/app/etc/c.yaml');
  });

  it('takes an empty variable for an absent one', () => {
    expect(read({ PORT: '', HOST: ' ' })).toEqual(read({}));
  });

  it('writes an IPv6 host in brackets', () => {
    const reading = read({ HOST: '::1', PORT: '9000' });
    expect(reading.kind === 'valid' && reading.config.publicUrl).toBe('http://[::1]:9000');
  });

  it('takes the minutes that sessions and transactions may rest', () => {
    const reading = read({ WORKBENCH_SESSION_IDLE_MINUTES: '60', WORKBENCH_TRANSACTION_LIMIT_MINUTES: '10080' });
    const { config } = reading as Extract<typeof reading, { kind: 'valid' }>;
    expect([config.sessionIdleMinutes, config.transactionLimitMinutes]).toEqual([60, 10_080]);
  });

  it('reports every mistake at once', () => {
    const reading = read({
      PORT: '80800',
      WORKBENCH_MODE: 'team',
      WORKBENCH_DEMO: 'yes',
      WORKBENCH_CONFINEMENT: 'maybe',
      WORKBENCH_PUBLIC_URL: 'ftp://x',
      PG_BIN_DIR: 'bin',
      STATE_DATABASE_URL: 'mysql://root:secret@db/x',
      LOG_LEVEL: 'loud',
      WORKBENCH_FILES: '/',
      WORKBENCH_HISTORY_MAX_ENTRIES: '0',
      WORKBENCH_HISTORY_MAX_DAYS: '1.5',
      WORKBENCH_SESSION_IDLE_MINUTES: '0',
      WORKBENCH_TRANSACTION_LIMIT_MINUTES: '1.5',
    });
    expect(reading.kind === 'invalid' && reading.mistakes.map((mistake) => mistake.split(' ')[0])).toEqual([
      'PORT',
      'WORKBENCH_MODE',
      'STATE_DATABASE_URL',
      'WORKBENCH_DEMO',
      'WORKBENCH_PUBLIC_URL',
      'PG_BIN_DIR',
      'LOG_LEVEL',
      'WORKBENCH_FILES',
      'WORKBENCH_HISTORY_MAX_ENTRIES',
      'WORKBENCH_HISTORY_MAX_DAYS',
      'WORKBENCH_SESSION_IDLE_MINUTES',
      'WORKBENCH_TRANSACTION_LIMIT_MINUTES',
      'WORKBENCH_CONFINEMENT',
    ]);
  });

  it.each(['0', '-1', '1e9', '5 GB', '1.5'])('refuses %s as a limit', (limit) => {
    for (const name of ['WORKBENCH_RESULT_MAX_BYTES', 'WORKBENCH_RESULTS_MAX_BYTES', 'WORKBENCH_RESULT_TTL_HOURS']) {
      expect(read({ [name]: limit }).kind).toBe('invalid');
    }
  });

  it('gives one result no more than all together', () => {
    const small = read({ WORKBENCH_RESULTS_MAX_BYTES: '1000' });
    expect(small.kind === 'valid' && small.config.resultMaxBytes).toBe(1000);
    expect(read({ WORKBENCH_RESULTS_MAX_BYTES: '1000', WORKBENCH_RESULT_MAX_BYTES: '1001' }).kind).toBe('invalid');
  });

  it('takes several folders of files, each once, relative ones from where it was started', () => {
    const reading = read({ WORKBENCH_FILES: ' sql : /srv/shared:sql:' });
    expect(reading.kind === 'valid' && reading.config.fileFolders).toEqual(['/srv/app/sql', '/srv/shared']);
    expect(read({ WORKBENCH_FILES: ':' }).kind).toBe('invalid');
  });

  it('takes bounds of the history', () => {
    const reading = read({ WORKBENCH_HISTORY_MAX_ENTRIES: '5', WORKBENCH_HISTORY_MAX_DAYS: '30' });
    expect(reading.kind === 'valid' && [reading.config.historyMaxEntries, reading.config.historyMaxDays]).toEqual([
      5, 30,
    ]);
  });

  it.each([
    ['postgres://app:p%40ss@db.example.org:5433/workbench?sslmode=require', true],
    ['postgresql://db/workbench', true],
    ['postgres://db', false],
    ['postgres://db/', false],
    ['db/workbench', false],
    ['mysql://app:secret@db/workbench', false],
  ])('takes %s for the state or says no without repeating it', (STATE_DATABASE_URL, isTaken) => {
    const reading = read({ STATE_DATABASE_URL });
    expect(reading.kind === 'valid' && reading.config.stateDatabaseUrl === STATE_DATABASE_URL).toBe(isTaken);
    expect(JSON.stringify(reading.kind === 'invalid' && reading.mistakes)).not.toContain('secret');
  });

  it('takes networks that messages may reach', () => {
    const reading = read({ WORKBENCH_OUTBOUND_ALLOW: '10.0.0.0/8, ::1' });
    expect(reading.kind === 'valid' && reading.config.outboundAllow.map(({ text }) => text)).toEqual([
      '10.0.0.0/8',
      '::1',
    ]);
    const wrong = read({ WORKBENCH_OUTBOUND_ALLOW: 'corp, 10.0.0.1/8' });
    expect(wrong.kind === 'invalid' && wrong.mistakes).toEqual([expect.stringContaining('"corp", "10.0.0.1/8"')]);
  });

  it.each(['-1', '1e3', '0x50', '65536', 'http'])('refuses the port %s', (PORT) => {
    expect(read({ PORT }).kind).toBe('invalid');
  });

  it.each(['0.0.0.0', '::', '192.168.1.5', 'example.org', '127.0.0.1.example.org'])(
    'refuses to listen on %s, where anybody could come in without a password',
    (HOST) => {
      const reading = read({ HOST });
      expect(reading.kind === 'invalid' && reading.mistakes).toEqual([expect.stringContaining('sign-in')]);
    },
  );

  it.each(['127.0.0.1', '127.1.2.3', 'localhost', '::1'])('listens on %s', (HOST) => {
    expect(read({ HOST }).kind).toBe('valid');
  });

  const PUBLIC = { HOST: '0.0.0.0', WORKBENCH_PUBLIC_URL: 'https://bench.example.org' };
  const ADMIN = { WORKBENCH_ADMIN_EMAIL: 'Boss@Example.org', WORKBENCH_ADMIN_PASSWORD: 'long enough' };
  const ISSUER = { WORKBENCH_OIDC_ISSUER: 'https://id.example.org', WORKBENCH_OIDC_CLIENT_ID: 'bench' };
  it.each<[string, Record<string, string>, string | null]>([
    ['several users on this machine', { WORKBENCH_MODE: 'multi' }, null],
    ['several users elsewhere', { WORKBENCH_MODE: 'multi', ...PUBLIC }, null],
    ['several users at an unknown address', { WORKBENCH_MODE: 'multi', HOST: '0.0.0.0' }, 'WORKBENCH_PUBLIC_URL'],
    ['one user elsewhere with an access token', { ...PUBLIC, WORKBENCH_ACCESS_TOKEN: 'x'.repeat(16) }, null],
    ['one user elsewhere with a short one', { ...PUBLIC, WORKBENCH_ACCESS_TOKEN: 'x'.repeat(15) }, 'at least 16'],
    ['one at an unknown address', { HOST: '::', WORKBENCH_ACCESS_TOKEN: 'x'.repeat(16) }, 'WORKBENCH_PUBLIC_URL'],
    ['several users with one token', { WORKBENCH_MODE: 'multi', WORKBENCH_ACCESS_TOKEN: 'x'.repeat(16) }, 'single'],
    ['an administrator', { WORKBENCH_MODE: 'multi', ...ADMIN }, null],
    ['half an administrator', { WORKBENCH_MODE: 'multi', WORKBENCH_ADMIN_EMAIL: 'a@b' }, 'belong together'],
    ['a bad address', { WORKBENCH_MODE: 'multi', ...ADMIN, WORKBENCH_ADMIN_EMAIL: 'boss' }, 'email address'],
    ['a short password', { WORKBENCH_MODE: 'multi', ...ADMIN, WORKBENCH_ADMIN_PASSWORD: 'short' }, 'at least 8'],
    ['a provider', { WORKBENCH_MODE: 'multi', ...ISSUER }, null],
    ['one without a client', { WORKBENCH_MODE: 'multi', WORKBENCH_OIDC_ISSUER: 'https://x' }, 'CLIENT_ID'],
    ['one in the clear', { WORKBENCH_MODE: 'multi', ...ISSUER, WORKBENCH_OIDC_ISSUER: 'http://x.example' }, 'https'],
    ['one on this machine', { WORKBENCH_MODE: 'multi', ...ISSUER, WORKBENCH_OIDC_ISSUER: 'http://[::1]:9' }, null],
    ['a proxy', { WORKBENCH_TRUST_PROXY: '1' }, null],
    ['networks of proxies', { WORKBENCH_TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::/8' }, null],
    ['every proxy', { WORKBENCH_TRUST_PROXY: 'true' }, 'WORKBENCH_TRUST_PROXY'],
    ['a hundred proxies', { WORKBENCH_TRUST_PROXY: '100' }, 'WORKBENCH_TRUST_PROXY'],
    ['an endless sign-in', { WORKBENCH_SIGN_IN_MAX_DAYS: '0' }, 'WORKBENCH_SIGN_IN_MAX_DAYS'],
    ['an hour without use', { WORKBENCH_SIGN_IN_IDLE_HOURS: '1' }, null],
  ])('judges %s', (_, env, expected) => {
    const reading = read(env);
    const mistakes = reading.kind === 'invalid' ? reading.mistakes : [];
    expect(mistakes).toEqual(expected === null ? [] : [expect.stringContaining(expected)]);
  });

  it('never repeats a secret in a mistake', () => {
    const reading = read({ WORKBENCH_ACCESS_TOKEN: 'hush', WORKBENCH_ADMIN_PASSWORD: 'hush', WORKBENCH_MODE: 'multi' });
    expect(JSON.stringify(reading)).not.toContain('hush');
  });
});
