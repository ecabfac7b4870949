import { describe, expect, it } from '@jest/globals';
import { duckdbSample, filesSample, postgresSample } from '../../../testing/connection-samples';
import { emptyForm, formErrors, formOf, inputOfForm, serverErrors, withKind } from './connection-form';
import type { ConnectionForm } from './connection-form';
import { inputOf } from './connection-input';

const filled: ConnectionForm = { ...emptyForm(), name: 'Shop', host: 'db.example', database: 'shop', user: 'app' };

describe('the form of a connection', () => {
  it('asks for name, host, database and user of a new Postgres connection', () => {
    expect(Object.keys(formErrors(emptyForm()))).toEqual(['name', 'host', 'database', 'user']);
    expect(formErrors(filled)).toEqual({});
  });

  it.each(['duckdb', 'files'] as const)('asks for name and path of a new %s connection', (kind) => {
    expect(Object.keys(formErrors(emptyForm(kind)))).toEqual(['name', 'path']);
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
    ['timeoutSeconds', '-5', 'A limit is a number of seconds up to 2147483; leave it empty for none.'],
    ['timeoutSeconds', '2147484', 'A limit is a number of seconds up to 2147483; leave it empty for none.'],
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
    duckdbSample(),
    filesSample(),
  ])('sends $name back as it is when nothing was changed, without a password', (connection) => {
    const { id, ...settings } = inputOf(connection);
    expect(id).toBe(connection.id);
    expect(inputOfForm(formOf(connection))).toEqual(settings);
  });

  it('sends the encoding of a folder, and its other settings as they were', () => {
    const settings = { header: false, date_format: '%d.%m.%Y', timestamp_format: null } as const;
    const form = formOf(filesSample({ encoding: 'auto', ...settings }));
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
    const input = inputOfForm({ ...filled, kind: 'duckdb', path: ' ./a.duckdb ', password: 'x' });
    expect(input).toEqual({
      name: 'Shop',
      kind: 'duckdb',
      colour: null,
      read_only: false,
      statement_timeout_ms: 0,
      auto_commit: true,
      confirm_destructive: true,
      path: './a.duckdb',
    });
  });

  it('starts files off read-only and keeps what was typed when the kind changes', () => {
    expect(withKind(filled, 'files')).toMatchObject({
      kind: 'files',
      readOnly: true,
      name: 'Shop',
      host: 'db.example',
    });
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
