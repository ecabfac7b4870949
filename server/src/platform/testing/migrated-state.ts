import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from '../../../migrations/index.js';
import { openSqliteState, sqliteOptions } from '../state/sqlite-state.js';

/**
 * Copies a state with all migrations into a state directory that has none: to migrate takes a fifth of a start. Workers
 * of a run share a folder with that state; without one each workbench runs the migrations itself.
 */
export async function placeMigratedState(home: string): Promise<void> {
  const folder = process.env.TEST_STATE_FOLDER;
  if (folder === undefined || existsSync(join(home, 'state.sqlite'))) return;
  const template = join(folder, 'state.sqlite');
  if (!existsSync(template)) await makeTemplate(folder, template);
  copyFileSync(template, join(home, 'state.sqlite'));
}

/** Made aside and renamed, since two workers may begin at the same time. */
async function makeTemplate(parent: string, template: string): Promise<void> {
  const home = mkdtempSync(join(parent, 'making-'));
  const state = await openSqliteState({ ...sqliteOptions(home), migrations: MIGRATIONS });
  await state.destroy();
  renameSync(join(home, 'state.sqlite'), template);
  rmSync(home, { recursive: true });
}
