import { rmSync } from 'node:fs';
import { mkdtemp, readdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MACHINE, isSameProcess, startTimeOf } from '../../../platform/index.js';

const PREFIX = 'workbench-host-';
const NAME = /^workbench-host-([0-9a-f]{8})-(\d+)-(\d+)-/;

/** A new private folder for one engine process, named after the workbench that it belongs to. */
export async function createHostFolder(): Promise<string> {
  const root = await realpath(tmpdir());
  return mkdtemp(join(root, `${PREFIX}${MACHINE}-${process.pid}-${startTimeOf(process.pid) ?? '0'}-`));
}

export function removeHostFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Removes the folders of workbenches that have ended without doing so. Never rejects. */
export async function sweepHostFolders(): Promise<void> {
  const root = await realpath(tmpdir()).catch(() => null);
  const names = root === null ? [] : await readdir(root).catch(() => []);
  for (const name of names) if (root !== null && isAbandoned(name)) tryToRemove(join(root, name));
}

function isAbandoned(name: string): boolean {
  const [, machine, pid, startTime = null] = NAME.exec(name) ?? [];
  return machine === MACHINE && !isSameProcess(Number(pid), startTime);
}

function tryToRemove(folder: string): void {
  try {
    removeHostFolder(folder);
  } catch {
    // The folder of another user stays.
  }
}
