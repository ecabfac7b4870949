import { describe, expect, it } from '@jest/globals';
import { holdsConnectionUrl, readConnectionUrl } from './index.js';
import type { ConnectionUrlFields } from './index.js';

const HOST = { host: 'db.example', port: 5432 };
const FULL = { ...HOST, database: 'shop', user: 'ann', password: 's3cret' };

const PATH_NOTES = ['Paths of certificates are read on the server of the workbench.'];

describe('a connection URL', () => {
  it.each<[string, ConnectionUrlFields]>([
    ['postgres://ann:s3cret@db.example:5432/shop', FULL],
    ['postgresql://ann:s3cret@db.example/shop', FULL],
    ['  "POSTGRES://ann:s3cret@db.example/shop"\n', FULL],
    ['DATABASE_URL="postgres://ann:s3cret@db.example/shop"', FULL],
    ['psql postgres://ann:s3cret@db.example/shop -c "SELECT 1"', FULL],
    ['postgresql+asyncpg://ann:s3cret@db.example/shop', FULL],
    ['jdbc:postgresql://db.example:5432/shop?user=ann&password=s3cret', FULL],
    ['postgres://db.example/shop?user=ann%40corp&password=a%26b', { ...FULL, user: 'ann@corp', password: 'a&b' }],
    ['postgres://ann:p%40ss%2Fw%3A%25@db.example/shop', { ...FULL, password: 'p@ss/w:%' }],
    ['postgres://ann:p@ss#1:2@db.example/shop', { ...FULL, password: 'p@ss#1:2' }],
    ['postgres://ann%40corp:s3cret@db.example/my%20shop', { ...FULL, user: 'ann@corp', database: 'my shop' }],
    ['postgres://ann:caf%C3%A9@db.example/shop', { ...FULL, password: 'café' }],
    ['postgres://ann@db.example/shop', { ...HOST, database: 'shop', user: 'ann' }],
    ['postgres://ann:@db.example/shop', { ...HOST, database: 'shop', user: 'ann' }],
    ['postgres://ann@db.example', { ...HOST, database: 'ann', user: 'ann' }],
    ['postgres://db.example', HOST],
    ['postgres://', { port: 5432 }],
    ['postgres://?service=shop', { port: 5432, settings: { service: 'shop' } }],
    ['postgres:///shop', { port: 5432, database: 'shop' }],
    ['postgres://ann:s3cret@[2001:db8::1]:6432/shop', { ...FULL, host: '2001:db8::1', port: 6432 }],
    ['postgres://ann:s3cret@[fe80::1%25eth0]/shop', { ...FULL, host: 'fe80::1%eth0' }],
    ['postgres://ann:s3cret@%2Fvar%2Frun%2Fpostgresql/shop', { ...FULL, host: '/var/run/postgresql' }],
    [
      'postgres:///shop?host=/var/run/postgresql&port=5433',
      { host: '/var/run/postgresql', port: 5433, database: 'shop' },
    ],
    ['postgres://ann:s3cret@/shop?host=db.example', FULL],
    ['postgres:///shop?hostaddr=10.0.0.7', { host: '10.0.0.7', port: 5432, database: 'shop' }],
    ['postgres://ann:s3cret@db.example/other?dbname=shop', FULL],
    ['postgres://ann:s3cret@db.example/shop?sslmode=verify-full', { ...FULL, ssl: 'verify-full' }],
    ['postgres://ann:s3cret@db.example/shop?sslmode=verify-ca', { ...FULL, ssl: 'verify-ca' }],
    ['postgres://ann:s3cret@db.example/shop?sslmode=disable', { ...FULL, ssl: 'disable' }],
    ['postgres://ann:s3cret@db.example/shop?ssl=true', { ...FULL, ssl: 'require' }],
    ['jdbc:postgresql://ann:s3cret@db.example/shop?ssl=true', { ...FULL, ssl: 'verify-full' }],
    ['jdbc:postgresql://ann:s3cret@db.example/shop?ssl=', { ...FULL, ssl: 'verify-full' }],
    ['jdbc:postgresql://ann:s3cret@db.example/shop?ssl=true&sslmode=require', { ...FULL, ssl: 'require' }],
    ['postgres://ann:s3cret@db.example/shop?sslmode=verify-full&sslrootcert=system', { ...FULL, ssl: 'verify-full' }],
    ['postgres://ann:s3cret@db.example/shop?sslmode=disable&sslrootcert=system', { ...FULL, ssl: 'disable' }],
  ])('%s', (text, fields) => {
    expect(readConnectionUrl(text)).toEqual({ kind: 'read', fields, notes: [] });
  });

  it.each<[string, string[]]>([
    ['sslmode=prefer', ['SSL is set to require, since there is no prefer.']],
    ['sslmode=allow', ['SSL is set to require, since there is no allow.']],
    ['sslrootcert=system', ['SSL is set to verify-full, since the URL names a root certificate.']],
    ['sslmode=require&sslrootcert=system', ['SSL is set to verify-full, since the URL names a root certificate.']],
    ['sslmode=__proto__', ['The sslmode of the URL is unknown; choose one under SSL.']],
    ['options=-c%20search_path%3Dapp&connect_timeout=5', ['Not taken over: options, connect_timeout.']],
    ['s3cret=1&application_name=x', ['Not taken over: application_name, other parameters.']],
    ['hostaddr=10.0.0.7', ['Not taken over: hostaddr.']],
  ])('with %s says what it does not take over', (query, notes) => {
    expect(readConnectionUrl(`postgres://ann@db.example/shop?${query}`)).toMatchObject({ kind: 'read', notes });
  });

  it.each<[string, ConnectionUrlFields]>([
    ['postgres://ann:s3cret@db.example,b.example/shop', FULL],
    ['postgres://ann:s3cret@db.example:5432,b.example:5433/shop', FULL],
    ['postgres://ann:s3cret@/shop?host=db.example,b.example&port=5432,5433', FULL],
  ])('with several hosts takes the first and says so: %s', (text, fields) => {
    const hosts = text.split('example').length - 1;
    expect(readConnectionUrl(text)).toEqual({
      kind: 'read',
      fields,
      notes: [
        `Only the first of ${hosts} hosts is used. The workbench does not switch to another one when it fails or is a standby.`,
      ],
    });
  });

  it('with a server that is wanted among several says that this is not looked at', () => {
    const url =
      'postgres://ann:s3cret@db.example,b.example/shop?target_session_attrs=read-write&load_balance_hosts=random';
    expect(readConnectionUrl(url)).toMatchObject({
      fields: FULL,
      notes: [
        expect.stringContaining('Only the first of 2 hosts is used.'),
        'Not taken over: target_session_attrs, load_balance_hosts.',
      ],
    });
  });

  it.each([
    ['sslrootcert=/etc/ca.pem', 'require'],
    ['sslmode=require&sslrootcert=/etc/ca.pem', 'require'],
    ['sslmode=verify-ca&sslrootcert=/etc/ca.pem', 'verify-ca'],
    ['sslmode=disable&sslrootcert=/etc/ca.pem', 'disable'],
    ['sslrootcert=system', 'verify-full'],
    ['sslmode=verify-ca&sslrootcert=system', 'verify-full'],
  ])('with %s uses %s', (query, ssl) => {
    expect(readConnectionUrl(`postgres://ann@db.example/shop?${query}`)).toMatchObject({ fields: { ssl } });
  });

  it.each<[string, ConnectionUrlFields['settings'], string[]]>([
    ['sslmode=require&sslrootcert=/etc/ca.pem', { ssl_root_cert: '/etc/ca.pem' }, PATH_NOTES],
    ['sslmode=verify-full&sslrootcert=system', undefined, []],
    [
      'sslcert=c.pem&sslkey=k.pem&sslpassword=x%20y',
      { ssl_cert: 'c.pem', ssl_key: 'k.pem', ssl_key_password: 'x y' },
      PATH_NOTES,
    ],
    ['service=shop', { service: 'shop' }, []],
    ['service=', undefined, []],
  ])('with %s takes it over', (query, settings, notes) => {
    const reading = readConnectionUrl(`postgres://ann@db.example/shop?${query}`);
    expect(reading).toMatchObject({ kind: 'read', notes });
    expect(reading.kind === 'read' ? reading.fields.settings : null).toEqual(settings);
  });

  it.each([
    'postgres://ann:s3/cret@db.example/shop',
    'postgres://ann:123/cret@db.example/shop',
    'postgres://ann:s3?cret@db.example/shop',
    'postgres://ann:12?s3=cret@db.example/shop',
    'postgres://ann:s3cret%@db.example/shop',
    'postgres://ann:s3cret%00@db.example/shop',
    'postgres://ann:s3cret@db.example:54x/shop',
    'postgres://ann:s3cret@db.example:0/shop',
    'postgres://ann:s3cret@db.example:65536/shop',
    'postgres://ann:s3cret@[::1/shop',
    'postgres://ann:s3cret@::1/shop',
  ])('that cannot be read for sure is refused without repeating it: %s', (text) => {
    const reading = readConnectionUrl(text);
    expect(reading).toEqual({ kind: 'refused', sentence: expect.stringContaining('percent-encoded') });
    expect(JSON.stringify(reading)).not.toMatch(/s3|cret|ann|db\.example/);
  });

  it.each(['', 'db.example', 'mysql://ann@db/shop', 'postgres', 'https://db.example/postgres', '/var/run/postgresql'])(
    'is none: %j',
    (text) => {
      expect(readConnectionUrl(text)).toEqual({ kind: 'none' });
      expect(holdsConnectionUrl(text)).toBe(false);
    },
  );
});
