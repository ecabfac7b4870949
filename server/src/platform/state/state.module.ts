import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { TypeOrmModuleOptions } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { DataSourceOptions } from 'typeorm';
import { WORKBENCH_CONFIG } from '../config/workbench-config.js';
import type { WorkbenchConfig } from '../config/workbench-config.js';
import { MIGRATIONS } from '../../../migrations/index.js';
import { openPostgresState, postgresOptions } from './postgres-state.js';
import { State } from './state.js';

/** Where the state is kept: in a Postgres that the environment names, or in a file of the state directory. */
export function stateOptions(config: WorkbenchConfig): TypeOrmModuleOptions {
  mkdirSync(config.home, { recursive: true, mode: 0o700 });
  const { stateDatabaseUrl: url } = config;
  const common = { synchronize: false, migrations: MIGRATIONS, autoLoadEntities: true, retryAttempts: 0 };
  if (url !== null) return { ...common, ...postgresOptions(url) };
  return { ...common, ...sqliteOptions(config) };
}

/** WAL, so that readers never wait; 5 s patience with another process; keys enforced. */
function sqliteOptions(config: WorkbenchConfig) {
  return {
    type: 'better-sqlite3' as const,
    database: join(config.home, 'state.sqlite'),
    enableWAL: true,
    timeout: 5000,
    prepareDatabase: (database: { pragma(statement: string): unknown }) => {
      database.pragma('foreign_keys = ON');
      database.pragma('synchronous = NORMAL');
    },
    migrationsRun: true,
  };
}

async function openState(options?: DataSourceOptions): Promise<DataSource> {
  if (options === undefined) throw new Error('The state has no options.');
  return options.type === 'postgres' ? openPostgresState(options) : new DataSource(options).initialize();
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
