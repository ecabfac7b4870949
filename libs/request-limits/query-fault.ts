import { MAX_QUERY_PARAMETERS } from './limits.js';
import type { RequestFault } from './limits.js';

/**
 * Why a query string, without its question mark, is refused; null where it is not. Server and proxies may read what is
 * refused here in different ways.
 */
export function queryFault(query: string): RequestFault | null {
  const parts = query === '' ? [] : query.split('&', MAX_QUERY_PARAMETERS + 2);
  if (parts.length > MAX_QUERY_PARAMETERS) {
    return fault('too-large', `An address can have up to ${MAX_QUERY_PARAMETERS} parameters.`);
  }
  const names = new Set<string>();
  for (const part of parts) {
    const end = part.indexOf('=');
    const name = decoded(end === -1 ? part : part.slice(0, end));
    if (part.includes('%00')) return fault('validation-failed', 'A parameter holds a NUL character.', name);
    if (name === '__proto__') return fault('validation-failed', 'The parameter __proto__ is not allowed.', name);
    if (/^[^[]*\[.*\]$/s.test(name))
      return fault('validation-failed', 'Parameters with brackets are not supported.', name);
    if (name !== '' && names.has(name)) return fault('validation-failed', 'A parameter appears twice.', name);
    names.add(name);
  }
  return null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function fault(code: RequestFault['code'], detail: string, name = ''): RequestFault {
  return { code, pointer: name === '' ? '' : `/${name}`, detail };
}
