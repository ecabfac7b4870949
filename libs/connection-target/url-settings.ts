/** Parameters of a URL that name a setting of a connection, by the name of the setting. */
const SETTINGS: Readonly<Record<string, string>> = {
  sslrootcert: 'ssl_root_cert',
  sslcert: 'ssl_cert',
  sslkey: 'ssl_key',
  sslpassword: 'ssl_key_password',
  service: 'service',
};

/** Their names in a URL. */
export const URL_SETTINGS: readonly string[] = Object.keys(SETTINGS);

/** The names of the settings that a URL may hold. */
export const SETTINGS_OF_URLS: readonly string[] = Object.values(SETTINGS);

const PATHS = ['sslrootcert', 'sslcert', 'sslkey'];
/** What libpq takes for the authorities of the machine, which are trusted without a setting. */
export const SYSTEM = 'system';

/** Reads them from the decoded parameters of a URL; files stay where they are, so a note says on which machine. */
export function urlSettings(parameters: ReadonlyMap<string, string>): {
  settings: Record<string, string>;
  notes: string[];
} {
  const given = URL_SETTINGS.flatMap((name) => {
    const value = parameters.get(name) ?? '';
    return value === '' || (name === 'sslrootcert' && value === SYSTEM) ? [] : [{ name, value }];
  });
  const hasPaths = given.some(({ name }) => PATHS.includes(name));
  return {
    settings: Object.fromEntries(given.map(({ name, value }) => [SETTINGS[name] ?? name, value])),
    notes: hasPaths ? ['Paths of certificates are read on the server of the workbench.'] : [],
  };
}
