/** First segments of the paths of all pages of the client. */
export const PAGES = [
  'admin',
  'agents',
  'audit',
  'changes',
  'data',
  'explore',
  'imports',
  'jobs',
  'layers',
  'notifications',
  'profile',
  'schema-watch',
  'set-up',
  'settings',
  'sign-in',
  'signed-in',
  'studio',
  'users',
  'welcome',
] as const;

/** First segments that belong to the server or to protocols (RFC 8615), whatever a browser accepts. */
const NO_PAGES = ['.well-known', 'api', 'mcp', 'metrics'];

const PAGE_SET: ReadonlySet<string> = new Set(PAGES);

/**
 * Returns how to answer a path that names no file: `page` for a page of the client, `unknown-page` where a browser may
 * show the client's page "Not found", `no-page` for everything else.
 */
export function judgePath(path: string, accept: string): 'page' | 'unknown-page' | 'no-page' {
  const [, first = ''] = path.split('/', 2);
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (NO_PAGES.includes(first) || last.includes('.')) return 'no-page';
  if (path === '/' || PAGE_SET.has(first)) return 'page';
  return /\btext\/html\b/i.test(accept) ? 'unknown-page' : 'no-page';
}
