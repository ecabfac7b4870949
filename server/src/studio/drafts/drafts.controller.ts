import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Draft, DraftList, DraftReceipt } from '#libs/api';
import { DraftDto, DraftRemovalDto } from '../dto/draft.dto.js';
import { DraftsService } from './drafts.service.js';

@ApiTags('Studio')
@Controller('api/studio/tabs')
export class DraftsController {
  constructor(private readonly drafts: DraftsService) {}

  /** The open tabs in their order. */
  @Get()
  list(): Promise<DraftList> {
    return this.drafts.list();
  }

  @Get(':id')
  get(@Param('id') id: string): Promise<Draft> {
    return this.drafts.get(id);
  }

  /** Keeps a tab as it stands; 409 when another browser has changed it since `version`. */
  @Put(':id')
  put(@Param('id') id: string, @Body() body: DraftDto): Promise<DraftReceipt> {
    return this.drafts.put(id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Param('id') id: string, @Query() query: DraftRemovalDto): Promise<void> {
    return this.drafts.remove(id, query.version);
  }
}
