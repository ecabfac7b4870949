import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { StudioSettings } from '#libs/api';
import { Allow, CurrentActor } from '../platform/index.js';
import { SettingsService } from './settings.service.js';
import { StudioSettingsDto } from './studio-settings.dto.js';

@ApiTags('Settings')
@Controller('api/settings')
@Allow('read')
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  /** What the caller has set for the studio. */
  @Get('studio')
  studio(@CurrentActor() actor: Actor): Promise<StudioSettings> {
    return this.settings.studio(actor);
  }

  /** Replaces what the caller has set for the studio. */
  @Put('studio')
  @Allow('manage')
  changeStudio(@CurrentActor() actor: Actor, @Body() body: StudioSettingsDto): Promise<StudioSettings> {
    return this.settings.changeStudio(actor, body);
  }
}
