import type { ServerInfo } from '#libs/api';

/** `PostgreSQL 15.18 (Debian …) on x86_64…`, `CockroachDB CCL v24.1.0 (…)`: a product, then its version. */
const VERSION = /(?<!\s)\s+v?(\d[^\s,]*)/;

/** From these minors on the server commits a `DISCARD ALL` at once, whatever follows it in the same write. */
const COMMITS_RESET_AT_ONCE: Readonly<Record<number, number>> = { 13: 10, 14: 7, 15: 2 };

/**
 * Whether `DISCARD ALL` may share a write with the statement after it, by `server_version`. Older servers would
 * run both in one transaction, and an error of the statement would bring the discarded settings back.
 */
export function commitsResetAtOnce(serverVersion: string | null): boolean {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(serverVersion ?? '') ?? [];
  if (major === undefined) return false;
  return Number(major) >= 16 || Number(minor) >= (COMMITS_RESET_AT_ONCE[Number(major)] ?? Infinity);
}

/** Whether a server looks after its clients while a statement runs, by `server_version`: PostgreSQL from 14 on. */
export function checksClients(serverVersion: string | null): boolean {
  return Number.parseInt(serverVersion ?? '') >= 14;
}

/** Reads product and version out of what `version()` prints. */
export function serverInfo(versionText: string): ServerInfo {
  const found = VERSION.exec(versionText);
  return { product: versionText.slice(0, found?.index), version: found?.[1] ?? '' };
}

/**
 * Whether a server knows which transactions it has assigned an id: PostgreSQL from 10 on. A server that has not said
 * what it is counts as one.
 */
export function supportsTransactionIds(server: ServerInfo | null): boolean {
  return server === null || (server.product === 'PostgreSQL' && Number.parseInt(server.version) >= 10);
}
