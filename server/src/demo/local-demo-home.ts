import { randomBytes } from 'node:crypto';
import { lstat, readFile, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DemoHome } from './contents/demo-home.js';
import { findDemoConnections } from './configuration-text.js';
import { readRecord } from './demo-record.js';
import type { DemoRecord } from './demo-record.js';
import { DROP_BINARIES, DROP_TEXTS } from './drop/drop-names.js';
import { isAsWritten } from './drop/drop-sums.js';
import { isOwnDataFolder } from './shop/shop-place.js';
import { Problem, errorCode, ifMissing, isThere, readRegularFile } from '../platform/index.js';

/** More than the workbench takes: the demo has no say in that. */
export const MOST_CONFIGURATION_BYTES = 1024 ** 2;

/** The folder of the demo in the state directory. */
export class DemoFolder {
  readonly lakeFile: string;
  readonly dropFolder: string;
  readonly dropSumsFile: string;
  readonly recordFile: string;
  /** Is there until everything that features add was made. */
  readonly pendingFile: string;
  /** Holds `DemoHome.id`. */
  readonly idFile: string;
  /** Is there while a first start makes the demo: what it has made so far is used by the next one. */
  readonly unfinishedFile: string;

  constructor(
    readonly home: string,
    readonly configFile: string,
  ) {
    this.path = join(home, 'demo');
    this.lakeFile = join(this.path, 'lake.duckdb');
    this.dropFolder = join(this.path, 'drop');
    this.dropSumsFile = join(this.path, 'drop.sha256.json');
    this.recordFile = join(this.path, 'demo.json');
    this.pendingFile = join(this.path, 'contents.pending');
    this.idFile = join(this.path, 'id');
    this.unfinishedFile = join(this.path, 'unfinished');
  }

  readonly path: string;

  /** Whether there is anything that people may have changed: of a demo whose making came to its end. */
  async hasDemo(record: DemoRecord | null): Promise<boolean> {
    if (record !== null) return record.state === 'ready';
    if (await isThere(this.unfinishedFile)) return false;
    if ((await isThere(`${this.lakeFile}.wal`)) || (await isThere(join(this.path, 'postgres')))) return true;
    // Written after Lake and the drop folder: without it, these are of a start that was cut off, or of a removed demo.
    if (!(await isThere(this.dropSumsFile))) return false;
    return (await isThere(this.lakeFile)) || (await isThere(this.dropFolder));
  }
}

/** The demo's connections and files on this machine. */
export class LocalDemoHome implements DemoHome {
  constructor(
    readonly id: string,
    private readonly folder: DemoFolder,
    readonly lacksContents: boolean,
    readonly hasPostgis: boolean,
    private readonly started: () => Promise<void>,
    private readonly stop: () => Promise<void>,
  ) {}

  whenStarted(): Promise<void> {
    return this.started();
  }

  async markComplete(): Promise<void> {
    await rm(this.folder.pendingFile, { force: true });
  }

  async connectionIds(): Promise<string[]> {
    const { configFile, lakeFile, dropFolder, recordFile } = this.folder;
    const [text, record] = await orUnreadable(async () => [
      await readRegularFile(configFile, MOST_CONFIGURATION_BYTES).catch(ifMissing('')),
      await readRecord(recordFile),
    ]);
    const ports = record === null ? [] : [record.port, record.previousPort];
    return findDemoConnections(text, { folder: dirname(configFile), ports, paths: [lakeFile, dropFolder] });
  }

  async foreignFiles(): Promise<string[]> {
    return orUnreadable(async () => {
      // A folder that goes missing while it is read says nothing of the others.
      if (!(await isThere(this.folder.dropFolder))) return [];
      const names = await readdir(this.folder.dropFolder, { recursive: true });
      const foreign: string[] = [];
      for (const name of names.sort()) if (!(await this.isOwnFile(name))) foreign.push(name);
      return foreign;
    });
  }

  /** Deletes the demo's folder, or what is the demo's in it where people have put files into the drop folder. */
  async remove(): Promise<void> {
    const { home, path, dropFolder, recordFile } = this.folder;
    await this.stop();
    const record = await orUnreadable(() => readRecord(recordFile));
    const foreign = new Set(await this.foreignFiles());
    if (record !== null && isOwnDataFolder(home, record.dataFolder)) await removeFolder(record.dataFolder);
    if (foreign.size === 0) {
      await removeFolder(path);
      return;
    }
    for (const name of Object.keys(DROP_TEXTS).concat(DROP_BINARIES))
      if (!foreign.has(name)) await rm(join(dropFolder, name), { force: true });
    for (const name of await readdir(path)) if (join(path, name) !== dropFolder) await removeFolder(join(path, name));
    await rmdir(dropFolder).catch(() => undefined);
  }

  private async isOwnFile(name: string): Promise<boolean> {
    const { dropFolder, dropSumsFile } = this.folder;
    if (DROP_BINARIES.includes(name)) return isAsWritten(dropFolder, name, dropSumsFile);
    const text = DROP_TEXTS[name];
    if (text === undefined) return false;
    const path = join(dropFolder, name);
    return (await lstat(path)).isFile() && text() === (await readFile(path, 'utf8'));
  }
}

/** Gives the demo an id where it has none. */
export async function markHome({ idFile }: DemoFolder): Promise<void> {
  if (!(await isThere(idFile))) await writeFile(idFile, randomBytes(6).toString('hex'), { mode: 0o600 });
}

/** The id of the demo; empty for one made before there were ids. */
export async function readHomeId({ idFile }: DemoFolder): Promise<string> {
  return readFile(idFile, 'utf8').catch(ifMissing(''));
}

/** Notes that features have yet to make what they add. */
export async function markPending(folder: DemoFolder): Promise<void> {
  await writeFile(folder.pendingFile, '', { mode: 0o600 });
}

/** True where a start was the first, or one before it was cut off. */
export async function isPending(folder: DemoFolder): Promise<boolean> {
  return isThere(folder.pendingFile);
}

async function orUnreadable<T>(look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    const code = errorCode(error);
    const detail = error instanceof Error && code === null ? error.message : `The system answers ${code ?? 'nothing'}.`;
    throw new Problem('demo-unreadable', detail, { cause: error });
  }
}

async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5 });
}
