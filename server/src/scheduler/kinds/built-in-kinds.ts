import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { JobKinds } from '../job-kinds.js';
import { BackupKind } from './backup/backup-kind.js';
import { AnalyzeKind, VacuumKind } from './maintenance-kinds.js';
import { QueryKind } from './query-kind.js';
import { SchemaWatchKind } from './schema-watch-kind.js';

/** Registers the kinds that need no module of their own. */
@Injectable()
export class BuiltInKinds implements OnModuleInit {
  constructor(
    private readonly kinds: JobKinds,
    private readonly backup: BackupKind,
    private readonly vacuum: VacuumKind,
    private readonly analyze: AnalyzeKind,
    private readonly query: QueryKind,
    private readonly schemaWatch: SchemaWatchKind,
  ) {}

  onModuleInit(): void {
    this.kinds.register(this.backup);
    this.kinds.register(this.vacuum);
    this.kinds.register(this.analyze);
    this.kinds.register(this.query);
    this.kinds.register(this.schemaWatch);
  }
}
