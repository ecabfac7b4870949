import { Body, Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { Snippet, SnippetList, StudioSettings } from '#libs/api';
import { Allow, CurrentActor } from '../platform/index.js';
import { SettingsService } from './settings.service.js';
import { SnippetDto } from './snippet.dto.js';
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

  /** The caller's snippets, by name. */
  @Get('snippets')
  snippets(@CurrentActor() actor: Actor): Promise<SnippetList> {
    return this.settings.snippets(actor);
  }

  /** Replaces the snippet of that name, which may get another one, or adds it. */
  @Put('snippets/:name')
  @Allow('manage')
  putSnippet(@CurrentActor() actor: Actor, @Param('name') name: string, @Body() body: SnippetDto): Promise<Snippet> {
    return this.settings.putSnippet(actor, name, body);
  }

  @Delete('snippets/:name')
  @Allow('manage')
  @HttpCode(204)
  removeSnippet(@CurrentActor() actor: Actor, @Param('name') name: string): Promise<void> {
    return this.settings.removeSnippet(actor, name);
  }
}
