import { describeInstallation, findEmbeddedInstallation, findPostgresInstallations } from '../../platform/index.js';
import type { PostgresInstallation, SystemUser } from '../../platform/index.js';
import type { DemoRecord } from '../demo-record.js';

const OLDEST_MAJOR = 13;

/** Where servers are looked for; the tests look in other places. */
export interface ServerSearch {
  readonly installed: () => Promise<PostgresInstallation[]>;
  readonly embedded: (user: SystemUser | null, copyFolder: string) => Promise<PostgresInstallation | null>;
}

/** The machine's own servers, then the one that came from npm. */
export const SERVER_SEARCH: ServerSearch = {
  installed: () => findPostgresInstallations(),
  embedded: findEmbeddedInstallation,
};

/** The server for a new demo: an installed one with PostGIS, else the one from npm, else any other installed one. */
export async function chooseServer(
  search: ServerSearch,
  user: SystemUser | null,
  place: string,
): Promise<PostgresInstallation | null> {
  const installed = (await search.installed()).filter((one) => one.major >= OLDEST_MAJOR);
  const withPostgis = installed.find((one) => one.hasPostgis);
  return withPostgis ?? (await search.embedded(user, place)) ?? installed[0] ?? null;
}

/** The server for a demo that exists: the one it was made with, or another of the same major version. */
export async function serverFor(
  record: DemoRecord,
  search: ServerSearch,
  user: SystemUser | null,
  place: string,
): Promise<PostgresInstallation | null> {
  const same = await describeInstallation(record.binFolder);
  const fits = (one: PostgresInstallation | null): one is PostgresInstallation =>
    one !== null && one.major === record.postgresMajor && (one.hasPostgis || !record.hasPostgis);
  if (fits(same)) return same;
  const installed = (await search.installed()).find(fits);
  if (installed !== undefined) return installed;
  const embedded = await search.embedded(user, place);
  return fits(embedded) ? embedded : null;
}
