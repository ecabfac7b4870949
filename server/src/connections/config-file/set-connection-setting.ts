import { changeConnection } from './edit-connections.js';
import { ConfigurationFile } from './configuration-file.js';
import type { FileContext } from './configuration-file.js';
import type { SettingValue } from './render-value.js';

/**
 * Changes one setting of one connection in the file at `path` and leaves the rest of the text as it is. The value is
 * written as given: `${NAME}` stays a variable, an `enc:v1:` text stays sealed; null takes the setting out. Resolves to
 * false, with the file untouched, where the file is invalid or does not list the connection.
 */
export async function setConnectionSetting(
  path: string,
  id: string,
  setting: { readonly name: string; readonly value: SettingValue | null },
  context: FileContext,
): Promise<boolean> {
  const change = await new ConfigurationFile(path, context)
    .change((text, connections) => {
      if (text === null || !connections.some((connection) => connection.id === id)) throw new NotListed();
      return changeConnection(text, id, { [setting.name]: setting.value });
    })
    .catch((error: unknown) => {
      if (error instanceof NotListed) return { kind: 'not-listed' as const };
      throw error;
    });
  return change.kind === 'written';
}

class NotListed extends Error {}
