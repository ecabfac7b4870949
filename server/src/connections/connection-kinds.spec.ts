import { describe, expect, it } from '@jest/globals';
import { connectionKinds } from './connection-kinds.js';
import { ENGINES, capabilitiesOf, engineSettings, kindsWith } from './engines/engines.js';

describe('the kinds of connections', () => {
  const { items } = connectionKinds();
  const fieldsOf = (kind: string) => items.find((one) => one.kind === kind)?.settings ?? [];

  it('are the engines, each with a name of its own', () => {
    expect(items.map(({ kind }) => kind)).toEqual(ENGINES.map(({ kind }) => kind));
    expect(new Set(items.map(({ kind }) => kind)).size).toBe(items.length);
  });

  it('have a form field for each setting that the dialog asks for, in its order', () => {
    const names = items.map(({ kind, settings }) => [kind, settings.map(({ name }) => name)]);
    expect(Object.fromEntries(names)).toMatchObject({
      postgres: [
        ...['host', 'port', 'database', 'user', 'password', 'ssl'],
        ...['ssl_root_cert', 'ssl_cert', 'ssl_key', 'ssl_key_password', 'pool.max', 'service'],
        ...['ssh', 'ssh_host', 'ssh_port', 'ssh_user', 'ssh_password', 'ssh_key', 'ssh_key_password', 'ssh_host_key'],
      ],
      sqlite: ['path'],
      duckdb: ['path'],
      files: ['path', 'encoding'],
    });
  });

  it('describe their fields with types, defaults and limits', () => {
    const [host, port, , , password, ssl] = fieldsOf('postgres');
    expect(host).toMatchObject({ type: 'text', label: 'Host', required: true, max_length: 255 });
    expect(port).toEqual({ name: 'port', type: 'number', label: 'Port', default: 5432, min: 1, max: 65_535 });
    expect(password).toMatchObject({ type: 'secret' });
    expect(password).not.toHaveProperty('required');
    expect(ssl?.choices?.at(-1)).toEqual({ value: 'verify-full', label: 'Verify full' });
    expect(fieldsOf('files')[1]?.choices?.[0]).toEqual({ value: 'auto', label: 'Auto' });
  });

  it('share the rules of a setting that several have', () => {
    const rules = new Map<string, string>();
    for (const { kind } of ENGINES) {
      for (const { name, type, isRequired, isNullable, maxLength, range, choices, pattern } of engineSettings(kind)) {
        const own = JSON.stringify([type, isRequired, isNullable, maxLength, range, choices, String(pattern)]);
        expect(rules.get(name) ?? own).toBe(own);
        rules.set(name, own);
      }
    }
    expect(kindsWith('path').slice(0, 2)).toEqual(['duckdb', 'sqlite']);
  });

  it('know from the dialect what is open', () => {
    expect(capabilitiesOf('files').writes).toBe(false);
    expect(capabilitiesOf('files', 'sqlite')).toMatchObject({ writes: true, row_origin: true, plan: [] });
    expect(capabilitiesOf('duckdb')).toMatchObject({ writes: true, catalog: false, network: false });
  });
});
