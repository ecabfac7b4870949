import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { AdminConnection, AdminOverview, Connection, LicenceList } from '#libs/api';
import { ConnectionsQueries } from '../connections/index.js';
import { Clock, VERSION, WORKBENCH_CONFIG, childConfinement, listChildren } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';
import { SecretKeyService } from './secret-key.service.js';
import { StateRoleService } from './state-role.service.js';

/** The program's own description, seen from `dist/server/src/admin` and from `server/src/admin` alike. */
const OWN_PACKAGE = '../../../package.json';
const BUILT_PACKAGE = '../../../../package.json';

interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  /** As packages of old say it. */
  readonly licenses?: readonly { readonly type: string }[];
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** How the workbench and its connections are doing, and what it is made of. */
@Injectable()
export class OverviewService {
  private readonly startedAt: string;
  private licences: Promise<LicenceList> | null = null;

  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly secretKey: SecretKeyService,
    private readonly stateRole: StateRoleService,
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
    clock: Clock,
  ) {
    this.startedAt = clock.isoNow();
  }

  /** The process, every connection with its pools, and the child processes. */
  async overview(actor: Actor): Promise<AdminOverview> {
    const { items } = this.connections.list(actor);
    return {
      version: VERSION,
      node: process.version,
      mode: this.config.mode,
      started_at: this.startedAt,
      memory_bytes: process.memoryUsage().rss,
      connections: await Promise.all(items.map((connection) => this.connection(actor, connection))),
      hosts: await listChildren(),
      confinement: await childConfinement(),
      secret_key: await this.secretKey.status(),
      state_role_risks: await this.stateRole.risks(),
    };
  }

  /** The packages that are part of the program, with their licences. */
  licenceList(): Promise<LicenceList> {
    this.licences ??= readLicences();
    return this.licences;
  }

  private async connection(
    actor: Actor,
    { id, name, kind, colour, capabilities, health, server }: Connection,
  ): Promise<AdminConnection> {
    const connector = capabilities.network ? await this.connections.connector(actor, id).catch(() => null) : null;
    const pool = connector?.poolLoad?.() ?? null;
    const tileLines = connector?.readers?.tiles.load() ?? null;
    return { id, name, kind, capabilities, colour, health, server, pool, tile_lines: tileLines };
  }
}

async function readLicences(): Promise<LicenceList> {
  const require = createRequire(import.meta.url);
  const own = await readPackage(new URL(OWN_PACKAGE, import.meta.url)).catch(() =>
    readPackage(new URL(BUILT_PACKAGE, import.meta.url)),
  );
  const names = Object.keys(own.dependencies ?? {}).sort();
  const found = await Promise.all(
    names.map((name) => {
      const folder = (require.resolve.paths(name) ?? []).map((path) => new URL(`file://${path}/${name}/package.json`));
      return firstOf(folder);
    }),
  );
  const items = found.flatMap((one) =>
    one === null ? [] : [{ name: one.name, version: one.version, licence: licenceOf(one) }],
  );
  return {
    items: [{ name: own.name, version: own.version, licence: licenceOf(own) }, ...items],
    next_cursor: null,
  };
}

function licenceOf({ license, licenses }: PackageFile): string {
  return license ?? licenses?.map(({ type }) => type).join(' or ') ?? 'unknown';
}

async function firstOf(places: readonly URL[]): Promise<PackageFile | null> {
  for (const place of places) {
    const found = await readPackage(place).catch(() => null);
    if (found !== null) return found;
  }
  return null;
}

async function readPackage(place: URL): Promise<PackageFile> {
  return JSON.parse(await readFile(place, 'utf8')) as PackageFile;
}
