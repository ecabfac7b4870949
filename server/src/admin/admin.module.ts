import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/index.js';
import { ResultsModule } from '../results/index.js';
import { ActivityService } from './activity.service.js';
import { AdminController } from './admin.controller.js';
import { OverviewService } from './overview.service.js';
import { SecretKeyService } from './secret-key.service.js';
import { StateRoleService } from './state-role.service.js';
import { StorageService } from './storage.service.js';

@Module({
  imports: [ConnectionsModule, ResultsModule],
  controllers: [AdminController],
  providers: [ActivityService, OverviewService, SecretKeyService, StateRoleService, StorageService],
})
export class AdminModule {}
