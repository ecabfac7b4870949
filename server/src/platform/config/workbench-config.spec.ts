import { describe, expect, it } from '@jest/globals';
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
        configFile: '/srv/app/.workbench/connections.yaml',
        mode: 'single',
        demo: 'auto',
        publicUrl: 'http://127.0.0.1:8080',
        pgBinDir: null,
        logLevel: 'warn',
        maxBodyBytes: 67_108_864,
      },
    });
  });

  it('puts the configuration file beside the state unless told otherwise', () => {
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

  it('reports every mistake at once', () => {
    const reading = read({
      PORT: '80800',
      WORKBENCH_MODE: 'team',
      WORKBENCH_DEMO: 'yes',
      WORKBENCH_PUBLIC_URL: 'ftp://x',
      PG_BIN_DIR: 'bin',
      LOG_LEVEL: 'loud',
    });
    expect(reading.kind === 'invalid' && reading.mistakes.map((mistake) => mistake.split(' ')[0])).toEqual([
      'PORT',
      'WORKBENCH_MODE',
      'WORKBENCH_DEMO',
      'WORKBENCH_PUBLIC_URL',
      'PG_BIN_DIR',
      'LOG_LEVEL',
    ]);
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

  it('refuses to open without sign-in where several users are expected', () => {
    const reading = read({ WORKBENCH_MODE: 'multi' });
    expect(reading.kind === 'invalid' && reading.mistakes).toHaveLength(1);
  });
});
