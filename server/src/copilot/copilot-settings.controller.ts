import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { CopilotSettings, CopilotTest } from '#libs/api';
import { RequestSignal } from '../connections/index.js';
import { AllowAdmin, CurrentActor } from '../platform/index.js';
import { CopilotSettingsChangeDto, CopilotSettingsDto } from './copilot-settings.dto.js';
import { CopilotSettingsService } from './copilot-settings.service.js';

@ApiTags('Settings')
@Controller('api/settings/copilot')
@AllowAdmin()
export class CopilotSettingsController {
  constructor(private readonly service: CopilotSettingsService) {}

  /** Whom the Copilot asks, and what may be sent; the key never leaves the workbench. */
  @Get()
  settings(): Promise<CopilotSettings> {
    return this.service.settings();
  }

  @Put()
  change(@CurrentActor() actor: Actor, @Body() body: CopilotSettingsChangeDto): Promise<CopilotSettings> {
    return this.service.change(actor, body);
  }

  /** Asks the provider something short by the settings in the body, which are not kept. */
  @Post('test')
  @HttpCode(200)
  test(@Body() body: CopilotSettingsDto, @RequestSignal() isGone: AbortSignal): Promise<CopilotTest> {
    return this.service.test(body, isGone);
  }
}
