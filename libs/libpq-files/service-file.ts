/** The settings of a service by libpq's names, such as `host` and `dbname`. */
export type ServiceSettings = Readonly<Record<string, string>>;

/** `missing`: the file has no such service. `malformed`: a line of it, counted from 1, is no setting. */
export type ServiceReading =
  | { readonly kind: 'found'; readonly settings: ServiceSettings }
  | { readonly kind: 'missing' }
  | { readonly kind: 'malformed'; readonly line: number };

/**
 * Reads one service of a `pg_service.conf` file: the first section of its name, with `name=value` lines. Lines that are
 * empty or begin with `#` are left out, and so is white space around a line; the first value of a setting counts.
 */
export function readService(text: string, name: string): ServiceReading {
  const settings = new Map<string, string>();
  let [isInside, isFound] = [false, false];
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    if (line.startsWith('[')) {
      if (isInside) break;
      isInside = line === `[${name}]`;
      isFound ||= isInside;
      continue;
    }
    if (!isInside) continue;
    const at = line.indexOf('=');
    const key = line.slice(0, at).trim();
    // A service that leads to another one is refused, as libpq does.
    if (at < 1 || key === 'service') return { kind: 'malformed', line: index + 1 };
    if (!settings.has(key)) settings.set(key, line.slice(at + 1).trim());
  }
  return isFound ? { kind: 'found', settings: Object.fromEntries(settings) } : { kind: 'missing' };
}
