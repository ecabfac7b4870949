import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { parseDocument } from 'yaml';

/** The demo's Postgres as the configuration file names it. */
interface ShopEntry {
  readonly port: number;
  readonly sealedPassword: string;
  /** True where the server has the database `reporting` beside the shop's. */
  readonly hasReporting: boolean;
}

/** What the first configuration file says; `shop` is null where there is no Postgres to be had. */
export interface DemoConfiguration {
  readonly configFile: string;
  readonly lakeFile: string;
  readonly dropFolder: string;
  readonly shop: ShopEntry | null;
}

/** The text of a configuration file with the demo's connections. */
export function demoConfigurationText(configuration: DemoConfiguration): string {
  const path = (target: string): string => JSON.stringify(pathFrom(configuration.configFile, target));
  return `# The connections of Data Workbench. Edit this file or use the browser: both work, changes count at once.
# A password may also be an environment variable: \${SHOP_PASSWORD}
#
# These belong to the demo: Fjord & Field, an invented outdoor shop. Remove them whenever you like;
# removed ones do not come back as long as this file exists.
connections:
${configuration.shop === null ? NO_SHOP : shopText(configuration.shop)}
  # The web shop's visits in an embedded analytical database.
  - id: lake
    name: Lake
    kind: duckdb
    colour: blue
    path: ${path(configuration.lakeFile)}
    confirm_destructive: false # a playground

  # A folder: every CSV, TSV, JSON, NDJSON Parquet and XLSX file in it is a table. Drop your own in.
  - id: drop
    name: Drop folder
    kind: files
    colour: amber
    path: ${path(configuration.dropFolder)}
    read_only: false # files can be added from the browser
`;
}

/** The role and the databases of the demo's Postgres. */
const SHOP_USER = 'shop';
const DATABASES: ReadonlySet<string> = new Set(['shop', 'reporting']);

const NO_SHOP = `  # The demo's shop is missing: no PostgreSQL server was found on this machine.
`;

function shopText(shop: ShopEntry): string {
  const reporting = `
  # The figures that reports read, in a database of their own on the shop's server.
  - id: reporting
    name: Reporting
    kind: postgres
    colour: violet
${serverText(shop, 'reporting')}`;
  return `  # The shop's own database: a PostgreSQL server that is started and stopped with the workbench.
  - id: shop
    name: Shop
    kind: postgres
    colour: green
${serverText(shop, 'shop')}${shop.hasReporting ? reporting : ''}`;
}

function serverText({ port, sealedPassword }: ShopEntry, database: string): string {
  return `    host: 127.0.0.1
    port: ${String(port)}
    database: ${database}
    user: ${SHOP_USER}
    password: ${sealedPassword}
    ssl: disable
    confirm_destructive: false # a playground
`;
}

/** A connection to the demo's Postgres, as the configuration file has it. */
export interface ShopConnection {
  readonly id: string;
  readonly port: number;
  readonly database: string;
}

/** The connections that lead to a local port of ours, at least one, or what keeps them from being found. */
export type ShopSearch =
  | { readonly kind: 'found'; readonly connections: readonly ShopConnection[] }
  | { readonly kind: 'removed' }
  | { readonly kind: 'unreadable' };

/** Looks for connections to the demo's Postgres by where they lead; they may have got another id or name. */
export function findShop(text: string, ports: readonly (number | null)[]): ShopSearch {
  const list = readList(text);
  if (list === null) return { kind: 'unreadable' };
  const connections = list.flatMap((entry): ShopConnection[] => {
    const { id, port, database, ...rest } = (entry ?? {}) as Partial<Record<string, unknown>>;
    const isShop = typeof port === 'number' && ports.includes(port) && isOfShop(rest);
    if (!isShop || typeof id !== 'string' || typeof database !== 'string' || !DATABASES.has(database)) return [];
    return [{ id, port, database }];
  });
  return connections.length === 0 ? { kind: 'removed' } : { kind: 'found', connections };
}

/** The port alone says little: another server of this machine may have it by now, and a tunnel leads elsewhere. */
function isOfShop({ kind, host, user, ssh = 'off' }: Partial<Record<string, unknown>>): boolean {
  const isLocal = host === '127.0.0.1' || host === 'localhost';
  return kind === 'postgres' && isLocal && user === SHOP_USER && ssh === 'off';
}

/** What the demo's connections lead to; `paths` are absolute, those of the file are relative to `folder`. */
export interface DemoTargets {
  readonly folder: string;
  readonly ports: readonly (number | null)[];
  readonly paths: readonly string[];
}

/** The ids of the connections that lead to the demo's own databases and files, whatever they are called. */
export function findDemoConnections(text: string, { folder, ports, paths }: DemoTargets): string[] {
  const shop = findShop(text, ports);
  const ids = (readList(text) ?? []).flatMap((entry) => {
    const { id, path } = (entry ?? {}) as Partial<Record<string, unknown>>;
    const isOurs = typeof path === 'string' && paths.includes(resolve(folder, path));
    return isOurs && typeof id === 'string' ? [id] : [];
  });
  return shop.kind === 'found' ? [...shop.connections.map(({ id }) => id), ...ids] : ids;
}

/** The list of connections as plain data; null when the file is not well formed. Aliases, which multiply, are refused. */
function readList(text: string): unknown[] | null {
  try {
    const document = parseDocument(text, { logLevel: 'silent' });
    if (document.errors.length > 0) return null;
    const list = (document.toJS({ maxAliasCount: 0 }) as { connections?: unknown } | null)?.connections;
    return Array.isArray(list) ? (list as unknown[]) : [];
  } catch {
    return null;
  }
}

/** Relative to the file where that stays inside its folder, so that the whole folder can be moved. */
function pathFrom(configFile: string, target: string): string {
  const way = relative(dirname(configFile), target);
  return way.startsWith('..') || isAbsolute(way) ? target : `./${way.replaceAll('\\', '/')}`;
}
