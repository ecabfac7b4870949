import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { SchemaObjectDefinition, SchemaObjectList, TableFacts } from '#libs/api';
import { Allow, CurrentActor, PersonLimit } from '../platform/index.js';
import { ConnectionsQueries } from './connections.queries.js';
import { ObjectDefinitionDto, SchemaObjectsDto, TableFactsDto } from './dto/schema-objects.dto.js';
import { RequestSignal } from './request-signal.js';

@ApiTags('Connections')
@Controller('api/connections')
@Allow('read')
export class SchemaObjectsController {
  constructor(private readonly queries: ConnectionsQueries) {}

  /** Sequences, functions, triggers and the like, by kind and schema or by a part of the name. */
  @Get(':id/objects')
  @PersonLimit('lookups')
  async list(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Query() { kind, schema, q }: SchemaObjectsDto,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<SchemaObjectList> {
    const items = await this.queries.objects(
      actor,
      id,
      { kind: kind ?? null, schema: schema ?? null, words: q ?? null },
      isGone,
    );
    return { items, next_cursor: null };
  }

  /** The statements that create an object. */
  @Get(':id/objects/definition')
  @PersonLimit('lookups')
  async definition(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Query() { kind, object }: ObjectDefinitionDto,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<SchemaObjectDefinition> {
    return { definition: await this.queries.objectDefinition(actor, id, { kind, object }, isGone) };
  }

  /** Who may change a table, and what depends on it. */
  @Get(':id/table-facts')
  @PersonLimit('lookups')
  tableFacts(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Query() place: TableFactsDto,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<TableFacts> {
    return this.queries.tableFacts(actor, id, place, isGone);
  }
}
