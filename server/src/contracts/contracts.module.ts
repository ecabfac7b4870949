import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectionsModule } from '../connections/index.js';
import { DemoModule } from '../demo/index.js';
import { ImpactModule } from '../impact/index.js';
import { SchemaWatchModule } from '../schema-watch/index.js';
import { StudioModule } from '../studio/index.js';
import { RehearsalGuard } from './rehearsal-guard.js';
import { ContractStatuses } from './contract-statuses.js';
import { ContractCheckService } from './contract-check.service.js';
import { ContractImpact } from './contract-impact.js';
import { ContractRecord, ViolationRecord, ViolationSetRecord } from './contract.entity.js';
import { ContractsController } from './contracts.controller.js';
import { ContractsDemo } from './demo/contracts-demo.js';
import { ContractsQueries } from './contracts.queries.js';
import { ContractsService } from './contracts.service.js';
import { ViolationSets } from './violation-sets.js';

@Module({
  imports: [
    ConnectionsModule,
    DemoModule,
    ImpactModule,
    SchemaWatchModule,
    StudioModule,
    TypeOrmModule.forFeature([ContractRecord, ViolationRecord, ViolationSetRecord]),
  ],
  controllers: [ContractsController],
  providers: [
    ContractStatuses,
    ContractsQueries,
    ContractsService,
    ContractCheckService,
    ContractImpact,
    ContractsDemo,
    RehearsalGuard,
    ViolationSets,
  ],
  exports: [ContractStatuses, ContractsQueries, ContractsService],
})
export class ContractsModule {}
