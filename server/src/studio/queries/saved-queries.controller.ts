import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { SavedQuery, SavedQueryList, SavedQueryVersion, SavedQueryVersionList } from '#libs/api';
import { SavedQueriesQueryDto, SavedQueryChangeDto, SavedQueryDto } from '../dto/saved-query.dto.js';
import { Allow, CurrentActor, TakesText, WholeNumberParam } from '../../platform/index.js';
import { SavedQueriesService } from './saved-queries.service.js';
import { SavedQueryListService } from './saved-query-list.service.js';

@ApiTags('Studio')
@Controller('api/studio/queries')
@Allow('read')
export class SavedQueriesController {
  constructor(
    private readonly queries: SavedQueriesService,
    private readonly lists: SavedQueryListService,
  ) {}

  /** Saved queries by name; a page has fewer than `limit` where their texts are long. */
  @Get()
  list(@CurrentActor() actor: Actor, @Query() query: SavedQueriesQueryDto): Promise<SavedQueryList> {
    return this.lists.list(actor, query);
  }

  @Post()
  @TakesText()
  @Allow('manage', 'query')
  create(@CurrentActor() actor: Actor, @Body() body: SavedQueryDto): Promise<SavedQuery> {
    return this.queries.create(actor, body);
  }

  @Get(':id')
  get(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<SavedQuery> {
    return this.queries.get(actor, id);
  }

  /** The texts that it had before, newest first. */
  @Get(':id/versions')
  versions(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<SavedQueryVersionList> {
    return this.queries.versions(actor, id);
  }

  /** One of them, whole. */
  @Get(':id/versions/:version')
  version(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @WholeNumberParam('version') version: number,
  ): Promise<SavedQueryVersion> {
    return this.queries.version(actor, id, version);
  }

  @Put(':id')
  @TakesText()
  @Allow('manage', 'query')
  change(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: SavedQueryChangeDto,
  ): Promise<SavedQuery> {
    return this.queries.change(actor, id, body);
  }

  @Delete(':id')
  @Allow('manage')
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    return this.queries.remove(actor, id);
  }

  /** Undoes a removal, for thirty days. */
  @Post(':id/restore')
  @Allow('manage', 'query')
  @HttpCode(200)
  restore(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<SavedQuery> {
    return this.queries.restore(actor, id);
  }
}
