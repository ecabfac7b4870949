import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { TypeOrmModuleOptions } from '@nestjs/typeorm';
import { WORKBENCH_CONFIG } from '../config/workbench-config.js';
import type { WorkbenchConfig } from '../config/workbench-config.js';
import { MIGRATIONS } from '../../../migrations/index.js';
import { State } from './state.js';

/** How the state file is opened: WAL, so that readers never wait; 5 s patience with another process; keys enforced. */
export function stateOptions(config: WorkbenchConfig): TypeOrmModuleOptions {
  mkdirSync(config.home, { recursive: true, mode: 0o700 });
  return {
    type: 'better-sqlite3',
    database: join(config.home, 'state.sqlite'),
    enableWAL: true,
    timeout: 5000,
    prepareDatabase: (database: { pragma(statement: string): unknown }) => {
      database.pragma('foreign_keys = ON');
      database.pragma('synchronous = NORMAL');
    },
    synchronize: false,
    migrationsRun: true,
    migrations: MIGRATIONS,
    autoLoadEntities: true,
    retryAttempts: 0,
  };
}

@Global()
@Module({
  imports: [TypeOrmModule.forRootAsync({ inject: [WORKBENCH_CONFIG], useFactory: stateOptions })],
  providers: [State],
  exports: [State],
})
export class StateModule {}
