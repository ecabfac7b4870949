import { z } from 'zod';
import { SSL_MODES } from '#libs/api';
import type { SslMode } from '#libs/api';
import { pemSetting, sshSettings } from './ssh-settings.js';
import { CONNECTION_DEFAULTS, CONNECTION_LIMITS, NO_URL, ONE_HOST } from '../../connection-rules.js';
import type { SettingMeta } from '../settings/setting.js';
import { textSetting } from '../settings/text-setting.js';

const LIMITS = CONNECTION_LIMITS;

const SSL_NAMES: Readonly<Record<SslMode, string>> = {
  disable: 'Disable',
  require: 'Require',
  'verify-ca': 'Verify CA',
  'verify-full': 'Verify full',
};

const name = (label: string, missing: string) =>
  textSetting(LIMITS.identifierLength)
    .optional()
    .meta({
      label,
      missing,
      isNeeded: true,
      description: 'Postgres: required, unless a service has it.',
    } satisfies SettingMeta);

const TLS_SECTION = 'TLS certificates';

const pem = (label: string, help: string) => pemSetting({ label, help, section: TLS_SECTION });

/** The settings of a Postgres connection, in the order in which they are asked for. */
export const postgresSettings = z.object({
  host: textSetting(LIMITS.hostLength)
    .regex(NO_URL, 'must be a name, an address or the folder of a Unix socket, not a URL')
    .regex(ONE_HOST, 'must be one host, since the workbench does not switch to another one')
    .optional()
    .meta({
      isNeeded: true,
      label: 'Host',
      missing: 'Enter a host name or address.',
      placeholder: 'or paste a postgres:// URL',
      description: 'Postgres: required, unless a service has it. A name, an address, or the folder of a Unix socket.',
    } satisfies SettingMeta),
  port: z
    .int()
    .min(LIMITS.port.min)
    .max(LIMITS.port.max)
    .default(CONNECTION_DEFAULTS.port)
    .meta({ label: 'Port' } satisfies SettingMeta),
  database: name('Database', 'Enter the database.'),
  user: name('User', 'Enter the user.'),
  password: z
    .string()
    .max(LIMITS.passwordLength)
    // eslint-disable-next-line no-control-regex -- the protocol ends a password at NUL
    .regex(/^[^\u0000]*$/, 'must not hold a NUL character')
    .nullish()
    .meta({
      label: 'Password',
      help: 'Stored encrypted and never shown again.',
      description: 'Never shown again. Left out keeps the stored one, null removes it.',
      isSecret: true,
      isSent: true,
    } satisfies SettingMeta),
  ssl: z
    .enum(SSL_MODES)
    .default(CONNECTION_DEFAULTS.ssl)
    .meta({ label: 'SSL', labels: SSL_NAMES } satisfies SettingMeta),
  ssl_root_cert: pem(
    'Root certificate',
    'PEM, or the path of a file on the server. Without it, the authorities of the machine are trusted.',
  ),
  ssl_cert: pem('Client certificate', 'PEM, or the path of a file on the server.'),
  ssl_key: pem('Client key', 'PEM, or the path of a file on the server.'),
  ssl_key_password: z
    .string()
    .max(LIMITS.passwordLength)
    .nullish()
    .meta({
      label: 'Passphrase of the key',
      help: 'Only for an encrypted key.',
      isSecret: true,
      isPlace: true,
      section: TLS_SECTION,
    } satisfies SettingMeta),
  pool: z
    .object({
      max: z
        .int()
        .min(LIMITS.poolMax.min)
        .max(LIMITS.poolMax.max)
        .default(CONNECTION_DEFAULTS.poolMax)
        .meta({ label: 'Max connections' } satisfies SettingMeta),
    })
    .optional()
    .meta({ label: 'Pool' } satisfies SettingMeta),
  service: textSetting(LIMITS.identifierLength)
    .nullish()
    .meta({
      label: 'Service',
      help: 'A service of pg_service.conf on the server. It fills in host, database, user and password that are empty.',
      isPlace: true,
      section: 'Service file',
    } satisfies SettingMeta),
  ...sshSettings,
});

/** Their values, with defaults filled in. */
export type PostgresValues = Required<z.output<typeof postgresSettings>>;
