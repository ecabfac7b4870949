import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { StorageArea, StorageOverview } from '#libs/api';
import { EventBus, Problem, State, WORKBENCH_CONFIG, errorCode, isSystemError } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';
import { ResultExpiry } from '../results/index.js';

/** A clean-up forgets results that were not read for ten minutes. */
const UNREAD_MS = 10 * 60_000;

const FOLDERS: readonly StorageArea[] = ['results', 'outputs', 'backups', 'plugins', 'demo'];
const CLEANABLE: ReadonlySet<string> = new Set(['state', 'results']);
const ORDER: readonly StorageArea[] = ['state', ...FOLDERS, 'other'];

interface Size {
  bytes: number;
  files: number;
}

/** What the state directory takes on disk, and what can be let go. */
@Injectable()
export class StorageService {
  constructor(
    private readonly results: ResultExpiry,
    private readonly state: State,
    private readonly events: EventBus,
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
  ) {}

  /** The parts of the state directory with their sizes. */
  async overview(): Promise<StorageOverview> {
    const sizes = new Map<StorageArea, Size>(ORDER.map((area) => [area, { bytes: 0, files: 0 }]));
    for (const name of await readdir(this.config.home)) {
      const size = sizes.get(areaOf(name));
      if (size) await measure(join(this.config.home, name), size);
    }
    const { bavail, bsize } = await statfs(this.config.home);
    const items = [...sizes].map(([area, size]) => ({ area, ...size, can_clean: CLEANABLE.has(area) }));
    return { items, free_bytes: bavail * bsize };
  }

  /** Removes unneeded files: unread results, or the state's write-ahead log. Throws `not-found` for other parts. */
  async cleanUp(actor: Actor, area: string): Promise<StorageOverview> {
    if (!CLEANABLE.has(area)) throw new Problem('not-found', 'This folder has nothing to clean up. Reload the page.');
    const before = bytesOf(await this.overview(), area);
    if (area === 'results') await this.results.cleanUp(UNREAD_MS);
    else if (this.state.manager.dataSource.options.type === 'better-sqlite3') {
      await this.state.manager.query('PRAGMA wal_checkpoint(TRUNCATE)');
    }
    const overview = await this.overview();
    // Outside of a transaction: the audit writes it later where the state is away.
    this.events.publish('action.performed', {
      ...{ action: 'storage.clean_up', actor, outcome: 'done' },
      object: { kind: 'storage', id: area, name: null },
      details: { freed_bytes: Math.max(0, before - bytesOf(overview, area)) },
    });
    return overview;
  }
}

function bytesOf({ items }: StorageOverview, area: string): number {
  return items.find((item) => item.area === area)?.bytes ?? 0;
}

function areaOf(name: string): StorageArea {
  if (name.startsWith('state.sqlite')) return 'state';
  return FOLDERS.find((folder) => folder === name) ?? 'other';
}

/** Adds up what is below a path; what vanishes meanwhile counts nothing. Links are not followed. */
async function measure(path: string, size: Size): Promise<void> {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
      if (errorCode(error) === 'ENOTDIR') return null;
      throw error;
    });
    const files =
      entries === null ? [path] : entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
    for (const file of files) {
      size.bytes += await stat(file).then(
        (found) => found.size,
        () => 0,
      );
      size.files += 1;
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}
