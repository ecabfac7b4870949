import { resolve } from 'node:path';
import type { Connection } from '#libs/api';
import { CONNECTION_DEFAULTS } from '../../connection-rules.js';
import type { CommonConfig, SshSettings, TlsSettings } from '../common-config.js';
import type { SecretReading, SettingSource } from '../engine.js';
import { nonEmpty } from '../settings/non-empty.js';
import type { SettingValues } from '../settings/setting.js';
import type { PostgresConfig } from './config.js';
import type { PostgresValues } from './settings.js';

const PEM = '-----BEGIN ';

/** The connection that checked values describe. */
export function postgresConfig(common: CommonConfig, values: SettingValues, source: SettingSource): PostgresConfig {
  const { port, password, ssl, pool, service } = values as PostgresValues;
  const { host, database, user } = values as Partial<PostgresValues>;
  const names = { host: host ?? '', database: database ?? '', user: user ?? '' };
  const { password: passwordFault, ...secretFaults } = source.faults;
  const tls = tlsOf(values as PostgresValues, source.baseDir);
  const ssh = sshOf(values as PostgresValues, source.baseDir);
  return {
    ...{ ...common, kind: 'postgres', ...names, port, password: password ?? null, ssl, pool },
    ...(tls !== null && { tls }),
    ...(ssh !== null && { ssh }),
    ...(service && { service }),
    ...(passwordFault !== undefined && { passwordFault }),
    ...(Object.keys(secretFaults).length > 0 && { secretFaults }),
  };
}

function tlsOf(values: PostgresValues, baseDir: string): TlsSettings | null {
  const tls = {
    rootCert: pemOrPath(values.ssl_root_cert, baseDir),
    cert: pemOrPath(values.ssl_cert, baseDir),
    key: pemOrPath(values.ssl_key, baseDir),
    keyPassword: nonEmpty(values.ssl_key_password),
  };
  return Object.values(tls).every((value) => value === null) ? null : tls;
}

function sshOf(values: PostgresValues, baseDir: string): SshSettings | null {
  const { ssh: auth, ssh_host: host, ssh_port: port, ssh_user: user, ssh_password: password } = values;
  const key = pemOrPath(values.ssh_key, baseDir);
  const secrets = { password: nonEmpty(password), key, keyPassword: nonEmpty(values.ssh_key_password) };
  const hostKey = nonEmpty(values.ssh_host_key);
  if (auth === 'off' && !host && !user && Object.values({ ...secrets, hostKey }).every((one) => one === null))
    return null;
  return { auth, host: host ?? '', port, user: user ?? '', ...secrets, hostKey };
}

/** Whether a text has a certificate or key, and is no path of a file that has it. */
export function isPem(text: string): boolean {
  return text.includes(PEM);
}

function pemOrPath(text: string | null | undefined, baseDir: string): string | null {
  const value = text?.trim() ?? '';
  if (value === '') return null;
  return isPem(value) ? `${value}\n` : resolve(baseDir, value);
}

/** The secrets of a connection: certificates as they were given, PEM or an absolute path. */
export function postgresSecrets(config: PostgresConfig): SecretReading {
  const { password, passwordFault, tls, ssh, secretFaults = {} } = config;
  const values = {
    password,
    ssl_root_cert: tls?.rootCert ?? null,
    ssl_cert: tls?.cert ?? null,
    ssl_key: tls?.key ?? null,
    ssl_key_password: tls?.keyPassword ?? null,
    ssh_password: ssh?.password ?? null,
    ssh_key: ssh?.key ?? null,
    ssh_key_password: ssh?.keyPassword ?? null,
  };
  return { values, faults: { ...secretFaults, ...(passwordFault !== undefined && { password: passwordFault }) } };
}

/** The settings as people see them. */
export function postgresView(config: PostgresConfig): Partial<Connection> {
  const { host, port, database, user, ssl, pool, ssh, service } = config;
  const { values, faults } = postgresSecrets(config);
  const isSet = Object.keys(values).map((name) => [`${name}_set`, values[name] !== null || name in faults] as const);
  return {
    ...{ host, port, database, user, ssl, pool: { max: pool.max }, service: service ?? null },
    ...{ ssh: ssh?.auth ?? 'off', ssh_host: nonEmpty(ssh?.host), ssh_port: ssh?.port ?? CONNECTION_DEFAULTS.sshPort },
    ...{ ssh_user: nonEmpty(ssh?.user), ssh_host_key: ssh?.hostKey ?? null },
    ...Object.fromEntries(isSet),
  };
}
