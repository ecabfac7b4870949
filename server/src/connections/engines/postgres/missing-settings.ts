import { SSH_MODES } from '#libs/api';
import type { SettingValues } from '../settings/setting.js';
import type { SettingCheck } from '../engine.js';

/** What is missing of settings that others require: a server without a service, a tunnel without its server. */
export function missingSettings(values: SettingValues): SettingCheck[] {
  const isSet = (name: string) => (values[name] ?? '') !== '';
  const server = isSet('service') ? [] : ['host', 'database', 'user'];
  const hasTunnel = SSH_MODES.some((mode) => mode !== 'off' && mode === values.ssh);
  return [...server, ...(hasTunnel ? ['ssh_host', 'ssh_user'] : [])].flatMap((name) => {
    const value = values[name] ?? null;
    if (value === null) return [{ name, text: 'is missing' }];
    return typeof value === 'string' && value.trim() === '' ? [{ name, text: 'must not be empty' }] : [];
  });
}
