import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type {
  Connection,
  ConnectionInput,
  ConnectionKindList,
  ConnectionList,
  ConnectionTestResult,
  ConnectionUpdate,
  SchemaContents,
  SchemaList,
  TableDetails,
} from '#libs/api';
import { Allow, AllowAdmin, CurrentActor, PersonLimit } from '../platform/index.js';
import type { UnreadBody } from '../platform/index.js';
import { connectionKinds } from './connection-kinds.js';
import { ConnectionsQueries } from './connections.queries.js';
import { ConnectionsService } from './connections.service.js';
import { ConnectionInputDto, ConnectionTestInputDto, ConnectionUpdateDto } from './dto/connection-input.dto.js';
import { readInput, readTestInput, readUpdate } from './dto/read-input.js';
import { ReconnectQueryDto } from './dto/reconnect.dto.js';
import { SchemaPartDto } from './dto/schema-part.dto.js';
import { RequestSignal } from './request-signal.js';

@ApiTags('Connections')
@Controller('api/connections')
@Allow('read')
export class ConnectionsController {
  constructor(
    private readonly service: ConnectionsService,
    private readonly queries: ConnectionsQueries,
  ) {}

  @Get()
  list(@CurrentActor() actor: Actor): ConnectionList {
    return this.queries.list(actor);
  }

  @Post()
  @AllowAdmin()
  @ApiBody({ type: ConnectionInputDto })
  create(@CurrentActor() actor: Actor, @Body() body: UnreadBody<ConnectionInput>): Promise<Connection> {
    return this.service.create(actor, readInput(body));
  }

  @Post('test')
  @PersonLimit('lookups')
  @Allow('manage')
  @HttpCode(200)
  @ApiBody({ type: ConnectionTestInputDto })
  testInput(
    @CurrentActor() actor: Actor,
    @Body() body: UnreadBody<ConnectionInput>,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<ConnectionTestResult> {
    return this.service.testInput(actor, readTestInput(body), isGone);
  }

  @Get('kinds')
  kinds(): ConnectionKindList {
    return connectionKinds();
  }

  @Get(':id')
  get(@CurrentActor() actor: Actor, @Param('id') id: string): Connection {
    return this.queries.get(actor, id);
  }

  @Put(':id')
  @Allow('manage')
  @ApiBody({ type: ConnectionUpdateDto })
  update(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: UnreadBody<ConnectionUpdate>,
  ): Promise<Connection> {
    return this.service.update(actor, id, readUpdate(body));
  }

  @Delete(':id')
  @Allow('manage')
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    return this.service.remove(actor, id);
  }

  @Post(':id/test')
  @PersonLimit('lookups')
  @Allow('query')
  @HttpCode(200)
  test(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<ConnectionTestResult> {
    return this.service.test(actor, id, isGone);
  }

  /** Ends sessions and opens one anew: the caller's own, or everybody's. */
  @Post(':id/reconnect')
  @Allow('query')
  @HttpCode(200)
  reconnect(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Query() { sessions }: ReconnectQueryDto,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<Connection> {
    return this.service.reconnect(actor, id, sessions ?? null, isGone);
  }

  @Get(':id/schema')
  @PersonLimit('lookups')
  schema(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Query() part: SchemaPartDto,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<SchemaList | SchemaContents | TableDetails> {
    return part.script === true
      ? this.queries.schemaWithScript(actor, id, part, isGone)
      : this.queries.schema(actor, id, part, isGone);
  }
}
