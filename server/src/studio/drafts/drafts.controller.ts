import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { Draft, DraftList, DraftReceipt } from '#libs/api';
import { DraftDto, DraftRemovalDto, DraftsQueryDto } from '../dto/draft.dto.js';
import { Allow, CurrentActor, TakesText } from '../../platform/index.js';
import { DraftsService } from './drafts.service.js';

@ApiTags('Studio')
@Controller('api/studio/tabs')
@Allow('read')
export class DraftsController {
  constructor(private readonly drafts: DraftsService) {}

  /** The open tabs, in pages that end by their size. */
  @Get()
  list(@CurrentActor() actor: Actor, @Query() query: DraftsQueryDto): Promise<DraftList> {
    return this.drafts.list(actor, query.cursor);
  }

  @Get(':id')
  get(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Draft> {
    return this.drafts.get(actor, id);
  }

  /** Keeps a tab as it stands; 409 when another browser has changed it since `version`. */
  @Put(':id')
  @TakesText()
  @Allow('manage')
  put(@CurrentActor() actor: Actor, @Param('id') id: string, @Body() body: DraftDto): Promise<DraftReceipt> {
    return this.drafts.put(actor, id, body);
  }

  @Delete(':id')
  @Allow('manage')
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @Param('id') id: string, @Query() query: DraftRemovalDto): Promise<void> {
    return this.drafts.remove(actor, id, query.version);
  }
}
