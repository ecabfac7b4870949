import { describe, expect, it } from '@jest/globals';
import type { Connection } from '#libs/api';
import type { ConnectionUrlFields } from '#libs/connection-target';
import type { FormField } from '#libs/forms';
import { DUCKDB_KIND, FILES_KIND, KINDS, POSTGRES_KIND } from '../../../testing/connection-kinds';
import { duckdbSample, filesSample, postgresSample } from '../../../testing/connection-samples';
import { emptyForm, formOf, sslNotes, withKind, withRemoval, withUrlFields, withValue } from './connection-form';
import type { ConnectionForm } from './connection-form';
import { formErrors, serverErrors } from './connection-form-errors';
import { inputOfForm, updateOfForm } from './connection-form-input';
import { inputOf } from './connection-input';

const empty = emptyForm(POSTGRES_KIND);
const filled: ConnectionForm = { ...empty, name: 'Shop', host: 'db.example', database: 'shop', user: 'app' };

function storedForm(connection: Connection): ConnectionForm {
  return formOf(connection, KINDS.find(({ kind }) => kind === connection.kind) ?? POSTGRES_KIND);
}

describe('the form of a connection', () => {
  it('asks for name, host, database and user of a new Postgres connection', () => {
    expect(Object.keys(formErrors(empty))).toEqual(['name', 'host', 'database', 'user']);
    expect(formErrors(filled)).toEqual({});
  });

  it.each([DUCKDB_KIND, FILES_KIND])('asks for name and path of a new $kind connection', (info) => {
    expect(Object.keys(formErrors(emptyForm(info)))).toEqual(['name', 'path']);
  });

  it.each([
    ['host', 'https://db.example', 'Enter a host name or address, or paste a postgres:// URL.'],
    ['port', '54322x', 'Enter a port from 1 to 65535.'],
    ['port', '0', 'Enter a port from 1 to 65535.'],
    ['port', '65536', 'Enter a port from 1 to 65535.'],
    ['port', '', 'Enter a port from 1 to 65535.'],
    ['port', '1e3', 'Enter a port from 1 to 65535.'],
    ['poolMax', '101', 'Enter a number from 1 to 100.'],
    ['poolMax', '-1', 'Enter a number from 1 to 100.'],
    ['timeoutSeconds', '-5', 'A limit is a number of seconds up to 2,147,483; leave it empty for none.'],
    ['timeoutSeconds', '2147484', 'A limit is a number of seconds up to 2,147,483; leave it empty for none.'],
    ['colour', '#12345', 'Enter # and six hexadecimal digits, such as #7c3aed.'],
    ['colour', 'pink', 'Enter # and six hexadecimal digits, such as #7c3aed.'],
    ['name', '   ', 'Enter a name.'],
    ['name', 'x'.repeat(201), 'A name has at most 200 characters.'],
  ] as const)('refuses %s "%s" and says what is right', (field, value, message) => {
    expect(formErrors({ ...filled, [field]: value })).toEqual({ [field]: message });
  });

  it.each([
    ['', 0],
    ['0', 0],
    ['30', 30_000],
    ['0.5', 500],
    ['2147483', 2_147_483_000],
  ])('sends a limit of "%s" seconds as %i milliseconds', (timeoutSeconds, timeoutMs) => {
    expect(inputOfForm({ ...filled, timeoutSeconds }).statement_timeout_ms).toBe(timeoutMs);
  });

  it.each([
    postgresSample(),
    postgresSample({ colour: '#7c3aed', statement_timeout_ms: 1500, auto_commit: false, confirm_destructive: false }),
    postgresSample({
      ...{ ssh: 'password', ssh_host: 'bastion', ssh_user: 'ann', ssh_host_key: 'SHA256:x', ssh_password_set: true },
      ...{ folder: 'Production/Europe', service: 'shop' },
    }),
    duckdbSample(),
    filesSample(),
  ])('sends $name back as it is when nothing was changed, without a password', (connection) => {
    const { id, ...settings } = inputOf(connection);
    expect(id).toBe(connection.id);
    expect(inputOfForm(storedForm(connection))).toEqual(settings);
  });

  it.each<[Partial<ConnectionForm>, object]>([
    [{}, {}],
    [{ colour: 'green' }, { colour: 'green' }],
    [{ name: ' Shop ' }, {}],
    [{ readOnly: true }, { read_only: true }],
    [{ isReviewed: true }, { writes: 'review' }],
    [{ poolMax: '3' }, { pool: { max: 3 } }],
    [{ isPasswordRemoved: true }, { password: null }],
    [{ host: 'other.example' }, { host: 'other.example' }],
    // A typed password goes to the server that it was typed for.
    [
      { password: 'typed' },
      { password: 'typed', host: 'db', port: 5432, database: 'd', user: 'u', ssl: 'disable', ssh: 'off' },
    ],
  ])('sends of an edited connection what %j changes', (change, sent) => {
    const place = { host: 'db', port: 5432, database: 'd', user: 'u', ssl: 'disable', service: null } as const;
    const connection = postgresSample({ ...place, name: 'Shop', read_only: false, writes: 'direct' });
    const began = storedForm(connection);
    const { id, kind, ...rest } = updateOfForm({ ...began, ...change }, began, connection);
    expect([id, kind]).toEqual(['shop', 'postgres']);
    expect(rest).toMatchObject(sent);
    if (change.password === undefined) expect(rest).toEqual(sent);
  });

  it('keeps stored secrets unless they are replaced or removed, and sends no hidden setting', () => {
    const stored = { ssl_cert_set: true, ssl_key_set: true, ssh_host: 'bastion', ssh_user: 'ann' };
    const form = storedForm(postgresSample({ ...stored, ssh: 'off' }));
    expect(form.kept).toEqual(['ssl_cert', 'ssl_key']);
    const kept = inputOfForm(form);
    expect(Object.keys(kept).filter((name) => /^ss[lh]_/.test(name))).toEqual([]);
    const changed = withRemoval(withValue(form, 'described.ssl_key', '-----BEGIN x'), 'ssl_cert', true);
    expect(inputOfForm(changed)).toMatchObject({ ssl_cert: null, ssl_key: '-----BEGIN x' });
    expect(inputOfForm(withRemoval(changed, 'ssl_cert', false))).not.toHaveProperty('ssl_cert');
  });

  it('asks for the server and user of a tunnel', () => {
    const form = withValue(storedForm(postgresSample()), 'described.ssh', 'password');
    expect(Object.keys(formErrors(form))).toEqual(['described.ssh_host', 'described.ssh_user']);
    const full = withValue(withValue(form, 'described.ssh_host', 'bastion'), 'described.ssh_user', 'ann');
    expect(formErrors(full)).toEqual({});
    const tunnel = { ssh: 'password', ssh_host: 'bastion', ssh_port: 22, ssh_user: 'ann', ssh_host_key: null };
    expect(inputOfForm({ ...full, described: { ...full.described, ssh_port: '22' } })).toMatchObject(tunnel);
  });

  it('needs neither host nor database of a server that a service names', () => {
    const form = { ...empty, name: 'Shop' };
    expect(Object.keys(formErrors(form))).toEqual(['host', 'database', 'user']);
    expect(formErrors(withValue(form, 'described.service', 'shop'))).toEqual({});
  });

  it('sends the encoding of a folder, and its other settings as they were', () => {
    const settings = { header: false, date_format: '%d.%m.%Y', timestamp_format: null } as const;
    const form = storedForm(filesSample({ encoding: 'auto', ...settings }));
    expect(inputOfForm({ ...form, encoding: 'shift_jis' })).toMatchObject({ encoding: 'shift_jis', ...settings });
  });

  it('sends a typed password, null for one to be removed, and nothing to keep the stored one', () => {
    const passwords = [{ password: ' s3cret ' }, { isPasswordRemoved: true }, {}];
    expect(passwords.map((change) => inputOfForm({ ...filled, ...change }).password)).toEqual([
      ' s3cret ',
      null,
      undefined,
    ]);
  });

  it('sends only the settings of its kind', () => {
    const input = inputOfForm({ ...withKind(filled, DUCKDB_KIND), path: ' ./a.duckdb ', password: 'x' });
    expect(input).toEqual({
      name: 'Shop',
      kind: 'duckdb',
      colour: null,
      folder: null,
      read_only: false,
      statement_timeout_ms: 0,
      writes: 'direct',
      auto_commit: true,
      confirm_destructive: true,
      path: './a.duckdb',
    });
  });

  it('starts files off read-only and keeps what was typed when the kind changes', () => {
    expect(withKind(filled, FILES_KIND)).toMatchObject({
      kind: 'files',
      readOnly: true,
      name: 'Shop',
      host: 'db.example',
    });
  });

  it('takes settings that only their description is known of', () => {
    const settings: FormField[] = [
      { name: 'region', type: 'text', label: 'Region', required: true, missing: 'Enter the region.' },
      { name: 'cache.size', type: 'number', label: 'Cache', min: 1, max: 9 },
      { name: 'cold', type: 'switch', label: 'Cold' },
    ];
    const form = { ...emptyForm({ ...DUCKDB_KIND, settings }), name: 'Lake' };
    expect(formErrors(form)).toEqual({ 'described.region': 'Enter the region.' });
    const sized = withValue(withValue(form, 'described.region', ' eu '), 'described.cache.size', '10');
    expect(formErrors(sized)).toEqual({ 'described.cache.size': 'Enter a whole number from 1 to 9.' });
    const whole = withValue(withValue(sized, 'described.cache.size', '9'), 'described.cold', true);
    expect(inputOfForm(whole)).toMatchObject({ region: 'eu', cache: { size: 9 }, cold: true });
    const stored = { ...duckdbSample(), region: 'eu', cache: { size: 9 }, cold: true };
    expect(formOf(stored, { ...DUCKDB_KIND, settings }).described).toEqual({
      region: 'eu',
      'cache.size': '9',
      cold: true,
    });
  });

  it('has only the certificates and the service of the last URL', () => {
    const first = withUrlFields(filled, { host: 'a.example', settings: { service: 'shop', ssl_cert: 'a.pem' } });
    expect(first.described).toMatchObject({ service: 'shop', ssl_cert: 'a.pem' });
    const second = withUrlFields(first, { host: 'b.example', settings: { ssl_root_cert: 'b.pem' } });
    expect(second.described).toMatchObject({ service: '', ssl_cert: '', ssl_root_cert: 'b.pem' });
  });

  it.each<[Partial<ConnectionForm>, ConnectionUrlFields, boolean]>([
    [{ host: 'db.example', ssl: 'disable' }, {}, true],
    [{ host: 'db.example', ssl: 'verify-full' }, {}, false],
    [{ host: 'db.example', ssl: 'disable' }, { ssl: 'disable' }, false],
    [{ host: 'localhost', ssl: 'disable' }, {}, false],
    [{ host: '127.0.0.1', ssl: 'disable' }, {}, false],
    [{ host: '::1', ssl: 'disable' }, {}, false],
    [{ host: '/var/run/postgresql', ssl: 'disable' }, {}, false],
    [{ host: '', ssl: 'disable' }, {}, false],
    [{ host: 'localhost.example', ssl: 'disable' }, {}, true],
  ])('of %j with a URL of %j says that SSL is off: %j', (form, fields, isSaid) => {
    expect(sslNotes({ ...filled, ...form }, fields).length > 0).toBe(isSaid);
  });

  it('puts what the server says at the field it is about, as a sentence', () => {
    const errors = serverErrors([
      { pointer: '/pool/max', detail: 'max must be at most 3' },
      { pointer: '/password', detail: 'type the password again' },
      { pointer: '/host', detail: 'Host is missing.' },
      { pointer: '/host', detail: 'second thoughts' },
      { pointer: '', detail: 'the body is odd' },
    ]);
    expect(errors).toEqual({
      fields: { poolMax: 'Max must be at most 3.', password: 'Type the password again.', host: 'Host is missing.' },
      rest: ['The body is odd.'],
    });
  });
});
