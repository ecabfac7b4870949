import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/index.js';
import { StudioModule } from '../studio/index.js';
import { ActivityService } from './activity.service.js';
import { AdminController } from './admin.controller.js';
import { OverviewService } from './overview.service.js';
import { SecretKeyService } from './secret-key.service.js';
import { StateRoleService } from './state-role.service.js';
import { StorageService } from './storage.service.js';

@Module({
  imports: [ConnectionsModule, StudioModule],
  controllers: [AdminController],
  providers: [ActivityService, OverviewService, SecretKeyService, StateRoleService, StorageService],
})
export class AdminModule {}
