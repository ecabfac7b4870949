/** Whose password is looked for. */
export interface PassFileLogin {
  /** A name, an address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

/** Folders of Unix sockets that servers use when nothing else is set; the file calls them `localhost`. */
const USUAL_SOCKET_FOLDERS = new Set(['', '/tmp', '/var/run/postgresql', '/run/postgresql']);

/**
 * The password of the first line of a `.pgpass` file that fits a login; null where none does. Lines are
 * `host:port:database:user:password`; `*` alone fits anything, a backslash takes the next character as it is, and lines
 * that begin with `#` are comments.
 */
export function passFilePassword(text: string, login: PassFileLogin): string | null {
  const host = USUAL_SOCKET_FOLDERS.has(login.host) ? 'localhost' : login.host;
  const wanted = [host, String(login.port), login.database, login.user];
  for (const line of text.split(/\r?\n/)) {
    if (line === '' || line.startsWith('#')) continue;
    const fields = fieldsOf(line);
    const password = fields[wanted.length];
    if (password !== undefined && wanted.every((value, index) => fits(fields[index], value)))
      return unescaped(password);
  }
  return null;
}

/** The fields as written, up to the first colon behind the password. */
function fieldsOf(line: string): string[] {
  const fields: string[] = [];
  let field = '';
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    if (character === ':') {
      fields.push(field);
      field = '';
    } else field += character === '\\' && at + 1 < line.length ? character + line.charAt(++at) : character;
  }
  fields.push(field);
  return fields;
}

function fits(field: string | undefined, value: string): boolean {
  return field === '*' || (field !== undefined && unescaped(field) === value);
}

function unescaped(field: string): string {
  return field.replace(/\\(.)/gs, '$1');
}
