import { z } from 'zod';
import { SSH_MODES } from '#libs/api';
import type { SshMode } from '#libs/api';
import { CONNECTION_DEFAULTS, CONNECTION_LIMITS, NO_URL } from '../../connection-rules.js';
import type { SettingMeta } from '../settings/setting.js';
import { textSetting } from '../settings/text-setting.js';

const LIMITS = CONNECTION_LIMITS;
const SECTION = 'SSH tunnel';
const FINGERPRINT = /^SHA256:[A-Za-z0-9+/]{43}$/;

const MODE_NAMES: Readonly<Record<SshMode, string>> = {
  off: 'No tunnel',
  password: 'Sign in with a password',
  key: 'Sign in with a private key',
  agent: 'Sign in with the SSH agent of the server',
};

const shownFor = (...modes: SshMode[]): SettingMeta['shown_if'] => ({ field: 'ssh', is: modes });
const ON = shownFor('password', 'key', 'agent');
const part = (meta: SettingMeta): SettingMeta => ({ ...meta, section: SECTION, isPlace: true });

/** A PEM text or the path of a file; line breaks are part of PEM. Never shown again. */
export function pemSetting(meta: SettingMeta): z.ZodOptional<z.ZodNullable<z.ZodString>> {
  return (
    z
      .string()
      .max(LIMITS.pemLength)
      // eslint-disable-next-line no-control-regex -- neither a path nor PEM has one
      .regex(/^[^\u0000]*$/, 'must not hold a NUL character')
      .nullish()
      .meta({ ...meta, isSecret: true, isPlace: true, rows: 2 } satisfies SettingMeta)
  );
}

const secret = (meta: SettingMeta) =>
  z
    .string()
    .max(LIMITS.passwordLength)
    .nullish()
    .meta({ ...part(meta), isSecret: true } satisfies SettingMeta);

/** The settings of an SSH tunnel, in the order of the form. */
export const sshSettings = {
  ssh: z
    .enum(SSH_MODES)
    .default('off')
    .meta({ ...part({ label: 'Tunnel', labels: MODE_NAMES }) }),
  ssh_host: textSetting(LIMITS.hostLength)
    .regex(NO_URL, 'must be a name or an address, not a URL')
    .nullish()
    .meta({
      ...part({
        label: 'SSH host',
        missing: 'Enter the SSH server.',
        isNeeded: true,
        shown_if: ON,
        width: 'two-thirds',
      }),
    }),
  ssh_port: z
    .int()
    .min(LIMITS.port.min)
    .max(LIMITS.port.max)
    .default(CONNECTION_DEFAULTS.sshPort)
    .meta({ ...part({ label: 'SSH port', placeholder: '22', shown_if: ON, width: 'third' }) }),
  ssh_user: textSetting(LIMITS.identifierLength)
    .nullish()
    .meta({
      ...part({ label: 'SSH user', missing: 'Enter the user of the SSH server.', isNeeded: true, shown_if: ON }),
    }),
  ssh_password: secret({ label: 'SSH password', shown_if: shownFor('password'), isSent: true }),
  ssh_key: pemSetting({
    ...part({ label: 'SSH private key', help: 'PEM, or the path of a file on the server.', shown_if: shownFor('key') }),
  }),
  ssh_key_password: secret({
    label: 'Passphrase of the SSH key',
    help: 'Only for an encrypted key.',
    shown_if: shownFor('key'),
  }),
  ssh_host_key: textSetting(100)
    .regex(FINGERPRINT, 'must be a fingerprint such as ssh-keygen -l prints, beginning with SHA256:')
    .nullish()
    .meta({
      ...part({
        label: 'Host key',
        help: 'The trusted key of the SSH server. Test the connection to see and trust it.',
        placeholder: 'SHA256:…',
        shown_if: ON,
      }),
    }),
};
