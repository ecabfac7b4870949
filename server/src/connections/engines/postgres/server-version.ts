import type { ServerInfo } from '#libs/api';

/** `PostgreSQL 15.18 (Debian …) on x86_64…`, `CockroachDB CCL v24.1.0 (…)`: a product, then its version. */
const VERSION = /^(.*?)\s+v?(\d[^\s,]*)/;

/** Reads product and version out of what `version()` prints. */
export function serverInfo(versionText: string): ServerInfo {
  const [, product, version] = VERSION.exec(versionText) ?? [];
  return { product: product ?? versionText, version: version ?? '' };
}
