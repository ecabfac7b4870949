import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/index.js';
import { ConnectionsModule } from '../connections/index.js';
import { StudioModule } from '../studio/index.js';
import { CopilotAudit } from './copilot-audit.js';
import { CopilotController } from './copilot.controller.js';
import { CopilotService } from './copilot.service.js';
import { CopilotSettingRecord } from './copilot-setting.entity.js';
import { CopilotSettingsController } from './copilot-settings.controller.js';
import { CopilotSettingsService } from './copilot-settings.service.js';
import { Grounding } from './grounding.js';
import { PlanAdviceService } from './plan-advice.service.js';
import { ProviderClient } from './provider-client.js';

@Module({
  imports: [AuthModule, ConnectionsModule, StudioModule, TypeOrmModule.forFeature([CopilotSettingRecord])],
  controllers: [CopilotSettingsController, CopilotController],
  providers: [CopilotSettingsService, CopilotService, PlanAdviceService, CopilotAudit, Grounding, ProviderClient],
})
export class CopilotModule {}
