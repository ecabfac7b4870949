import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditRecord } from './audit-entry.entity.js';
import { AuditExport } from './audit-export.service.js';
import { AuditHeads } from './audit-heads.js';
import { AuditLog } from './audit-log.js';
import { AuditRecorder } from './audit-recorder.service.js';
import { AuditController } from './audit.controller.js';
import { AuditQueries } from './audit.queries.js';

@Module({
  imports: [TypeOrmModule.forFeature([AuditRecord])],
  controllers: [AuditController],
  providers: [AuditLog, AuditRecorder, AuditHeads, AuditQueries, AuditExport],
})
export class AuditModule {}
