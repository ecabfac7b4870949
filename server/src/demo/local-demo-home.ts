import { access, readFile, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DemoHome } from './contents/demo-home.js';
import { findDemoConnections } from './configuration-text.js';
import { readRecord } from './demo-record.js';
import { DROP_BINARIES, DROP_TEXTS } from './drop/drop-names.js';
import { isAsWritten } from './drop/drop-sums.js';
import { readRegularFile } from '../platform/index.js';

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

  constructor(
    home: string,
    readonly configFile: string,
  ) {
    this.path = join(home, 'demo');
    this.lakeFile = join(this.path, 'lake.duckdb');
    this.dropFolder = join(this.path, 'drop');
    this.dropSumsFile = join(this.path, 'drop.sha256.json');
    this.recordFile = join(this.path, 'demo.json');
    this.pendingFile = join(this.path, 'contents.pending');
  }

  readonly path: string;
}

/** The demo's connections and files on this machine. */
export class LocalDemoHome implements DemoHome {
  constructor(
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
    const text = await readRegularFile(configFile, MOST_CONFIGURATION_BYTES).catch(() => '');
    const record = await readRecord(recordFile);
    const ports = record === null ? [] : [record.port, record.previousPort];
    return findDemoConnections(text, { folder: dirname(configFile), ports, paths: [lakeFile, dropFolder] });
  }

  async foreignFiles(): Promise<string[]> {
    const names = await readdir(this.folder.dropFolder, { recursive: true }).catch(() => []);
    const foreign: string[] = [];
    for (const name of names.sort()) if (!(await this.isOwnFile(name))) foreign.push(name);
    return foreign;
  }

  /** Deletes the demo's folder, or what is the demo's in it where people have put files into the drop folder. */
  async remove(): Promise<void> {
    const { path, dropFolder, recordFile } = this.folder;
    await this.stop();
    const record = await readRecord(recordFile);
    if (record !== null) await removeFolder(record.dataFolder);
    const foreign = new Set(await this.foreignFiles());
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
    return text() === (await readFile(join(dropFolder, name), 'utf8'));
  }
}

/** Notes that features have yet to make what they add. */
export async function markPending(folder: DemoFolder): Promise<void> {
  await writeFile(folder.pendingFile, '', { mode: 0o600 });
}

/** True where a start was the first, or one before it was cut off. */
export async function isPending(folder: DemoFolder): Promise<boolean> {
  return access(folder.pendingFile).then(
    () => true,
    () => false,
  );
}

async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5 });
}
