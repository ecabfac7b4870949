import { z } from 'zod';
import { SSL_MODES } from '#libs/api';
import type { SslMode } from '#libs/api';
import { CONNECTION_DEFAULTS, CONNECTION_LIMITS, NO_URL } from '../../connection-rules.js';
import type { SettingMeta } from '../settings/setting.js';
import { requiredText } from '../settings/text-setting.js';

const LIMITS = CONNECTION_LIMITS;

const SSL_NAMES: Readonly<Record<SslMode, string>> = {
  disable: 'Disable',
  require: 'Require',
  'verify-full': 'Verify full',
};

const name = (label: string, missing: string) =>
  requiredText(LIMITS.identifierLength).meta({
    label,
    missing,
    description: 'Postgres: required.',
  } satisfies SettingMeta);

/** The settings of a Postgres connection, in the order in which they are asked for. */
export const postgresSettings = z.object({
  host: requiredText(LIMITS.hostLength)
    .regex(NO_URL, 'must be a name, an address or the folder of a Unix socket, not a URL')
    .meta({
      label: 'Host',
      missing: 'Enter a host name or address.',
      placeholder: 'or paste a postgres:// URL',
      description: 'Postgres: required. A name, an address, or the folder of a Unix socket.',
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
    } satisfies SettingMeta),
  ssl: z
    .enum(SSL_MODES)
    .default(CONNECTION_DEFAULTS.ssl)
    .meta({ label: 'SSL', labels: SSL_NAMES } satisfies SettingMeta),
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
});

/** Their values, with defaults filled in. */
export type PostgresValues = Required<z.output<typeof postgresSettings>>;
