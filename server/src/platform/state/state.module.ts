import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Global, Logger, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { TypeOrmModuleOptions } from '@nestjs/typeorm';
import type { DataSource, DataSourceOptions } from 'typeorm';
import { WORKBENCH_CONFIG } from '../config/workbench-config.js';
import type { WorkbenchConfig } from '../config/workbench-config.js';
import { narrowPermissions } from '../files/private-home.js';
import { MIGRATIONS } from '../../../migrations/index.js';
import { openPostgresState, postgresOptions } from './postgres-state.js';
import { openSqliteState, sqliteOptions } from './sqlite-state.js';
import { State } from './state.js';

/** Where the state is kept: in a Postgres that the environment names, or in a file of the state directory. */
export function stateOptions(config: WorkbenchConfig): TypeOrmModuleOptions {
  mkdirSync(config.home, { recursive: true, mode: 0o700 });
  narrowHome(config);
  const { stateDatabaseUrl: url } = config;
  const common = { synchronize: false, migrations: MIGRATIONS, autoLoadEntities: true, retryAttempts: 0 };
  if (url !== null) return { ...common, ...postgresOptions(url) };
  return { ...common, ...sqliteOptions(config.home) };
}

/** Folders that the environment names are their owner's business, wherever they are. */
function narrowHome({ home, fileFolders, backupFolders }: WorkbenchConfig): void {
  const own = new Set([join(home, 'files'), join(home, 'backups')]);
  const changed = narrowPermissions(
    home,
    [...fileFolders, ...backupFolders].filter((folder) => !own.has(folder)),
  );
  if (changed === 0) return;
  new Logger('StateDirectory').warn(
    `Narrowed the permissions of ${changed} files and folders in ${home}: others on this machine could reach them.`,
  );
}

async function openState(options?: DataSourceOptions): Promise<DataSource> {
  if (options === undefined) throw new Error('The state has no options.');
  return options.type === 'postgres' ? openPostgresState(options) : openSqliteState(options);
}

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({ inject: [WORKBENCH_CONFIG], useFactory: stateOptions, dataSourceFactory: openState }),
  ],
  providers: [State],
  exports: [State],
})
export class StateModule {}
