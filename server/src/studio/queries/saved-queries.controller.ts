import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { SavedQuery, SavedQueryList, SavedQueryVersionList } from '#libs/api';
import { SavedQueriesQueryDto, SavedQueryChangeDto, SavedQueryDto } from '../dto/saved-query.dto.js';
import { SavedQueriesService } from './saved-queries.service.js';

@ApiTags('Studio')
@Controller('api/studio/queries')
export class SavedQueriesController {
  constructor(private readonly queries: SavedQueriesService) {}

  /** Saved queries by name. */
  @Get()
  list(@Query() query: SavedQueriesQueryDto): Promise<SavedQueryList> {
    return this.queries.list(query);
  }

  @Post()
  create(@Body() body: SavedQueryDto): Promise<SavedQuery> {
    return this.queries.create(body);
  }

  @Get(':id')
  get(@Param('id') id: string): Promise<SavedQuery> {
    return this.queries.get(id);
  }

  /** The texts that it had before, newest first. */
  @Get(':id/versions')
  versions(@Param('id') id: string): Promise<SavedQueryVersionList> {
    return this.queries.versions(id);
  }

  @Put(':id')
  change(@Param('id') id: string, @Body() body: SavedQueryChangeDto): Promise<SavedQuery> {
    return this.queries.change(id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Param('id') id: string): Promise<void> {
    return this.queries.remove(id);
  }

  /** Undoes a removal, for thirty days. */
  @Post(':id/restore')
  @HttpCode(200)
  restore(@Param('id') id: string): Promise<SavedQuery> {
    return this.queries.restore(id);
  }
}
