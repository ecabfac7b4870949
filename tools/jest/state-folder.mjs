import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Names the folder in which workers of this run share a migrated state, by `TEST_STATE_FOLDER`. Projects that run
 * together have one.
 */
export async function makeStateFolder() {
  process.env['TEST_STATE_FOLDER'] ??= await mkdtemp(join(tmpdir(), 'workbench-test-state-'));
}

/** Removes the folder that `makeStateFolder` has made. */
export async function removeStateFolder() {
  const folder = process.env['TEST_STATE_FOLDER'];
  if (folder === undefined) return;
  delete process.env['TEST_STATE_FOLDER'];
  await rm(folder, { recursive: true, force: true });
}
