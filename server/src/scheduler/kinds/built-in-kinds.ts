import { Injectable } from '@nestjs/common';
import type { OnModuleInit, Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { JobKind } from '../job-kind.js';
import { JobKinds } from '../job-kinds.js';
import { BackupKind } from './backup/backup-kind.js';
import { AnalyzeKind, VacuumKind } from './maintenance-kinds.js';
import { QueryKind } from './query-kind.js';
import { SchemaWatchKind } from './schema-watch-kind.js';

/** The kinds that need no module of their own. */
export const BUILT_IN_KINDS: readonly Type<JobKind>[] = [
  BackupKind,
  VacuumKind,
  AnalyzeKind,
  QueryKind,
  SchemaWatchKind,
];

/** Registers the kinds that need no module of their own. */
@Injectable()
export class BuiltInKinds implements OnModuleInit {
  constructor(
    private readonly kinds: JobKinds,
    private readonly modules: ModuleRef,
  ) {}

  onModuleInit(): void {
    for (const type of BUILT_IN_KINDS) this.kinds.register(this.modules.get(type));
  }
}
