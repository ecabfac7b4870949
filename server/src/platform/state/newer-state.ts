import { MigrationExecutor } from 'typeorm';
import type { DataSource } from 'typeorm';

/** What the migrations of a state say before they run. */
export interface MigrationPlan {
  /** The newest one that the state has; null for a new state. */
  readonly newest: string | null;
  readonly hasPending: boolean;
}

/** Reads which migrations a state has. Throws where it has one that this program does not know: it is newer. */
export async function planMigrations(dataSource: DataSource): Promise<MigrationPlan> {
  const executor = new MigrationExecutor(dataSource);
  const executed = (await executor.getExecutedMigrations()).map(({ name }) => name);
  const known = new Set(dataSource.migrations.map((migration) => migration.name ?? migration.constructor.name));
  const unknown = executed.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new Error(
      `The state was written by a newer version of the workbench (${unknown}). Start that version, or restore a copy that was made before the update.`,
    );
  }
  return { newest: executed[0] ?? null, hasPending: (await executor.getPendingMigrations()).length > 0 };
}
