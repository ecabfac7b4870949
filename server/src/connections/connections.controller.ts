import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type {
  Connection,
  ConnectionList,
  ConnectionTestResult,
  SchemaContents,
  SchemaList,
  TableDetails,
} from '#libs/api';
import { ConnectionsQueries } from './connections.queries.js';
import { ConnectionsService } from './connections.service.js';
import { ConnectionInputDto, ConnectionTestInputDto } from './dto/connection-input.dto.js';
import { ConnectionListShape, ConnectionShape, ConnectionTestShape, SCHEMA_SHAPE } from './dto/connection-shapes.js';
import { SchemaPartDto } from './dto/schema-part.dto.js';
import { RequestSignal } from './request-signal.js';

@ApiTags('Connections')
@Controller('api/connections')
export class ConnectionsController {
  constructor(
    private readonly service: ConnectionsService,
    private readonly queries: ConnectionsQueries,
  ) {}

  @Get()
  @ApiOkResponse({ type: ConnectionListShape })
  list(): ConnectionList {
    return this.queries.list();
  }

  @Post()
  @ApiCreatedResponse({ type: ConnectionShape })
  create(@Body() input: ConnectionInputDto): Promise<Connection> {
    return this.service.create(input);
  }

  @Post('test')
  @HttpCode(200)
  @ApiOkResponse({ type: ConnectionTestShape })
  testInput(
    @Body() input: ConnectionTestInputDto,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<ConnectionTestResult> {
    return this.service.testInput(input, isGone);
  }

  @Get(':id')
  @ApiOkResponse({ type: ConnectionShape })
  get(@Param('id') id: string): Connection {
    return this.queries.get(id);
  }

  @Put(':id')
  @ApiOkResponse({ type: ConnectionShape })
  update(@Param('id') id: string, @Body() input: ConnectionInputDto): Promise<Connection> {
    return this.service.update(id, input);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiNoContentResponse()
  remove(@Param('id') id: string): Promise<void> {
    return this.service.remove(id);
  }

  @Post(':id/test')
  @HttpCode(200)
  @ApiOkResponse({ type: ConnectionTestShape })
  test(@Param('id') id: string, @RequestSignal() isGone: AbortSignal): Promise<ConnectionTestResult> {
    return this.service.test(id, isGone);
  }

  @Post(':id/reconnect')
  @HttpCode(200)
  @ApiOkResponse({ type: ConnectionShape })
  reconnect(@Param('id') id: string, @RequestSignal() isGone: AbortSignal): Promise<Connection> {
    return this.service.reconnect(id, isGone);
  }

  @Get(':id/schema')
  @ApiOkResponse({ schema: SCHEMA_SHAPE })
  schema(
    @Param('id') id: string,
    @Query() part: SchemaPartDto,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<SchemaList | SchemaContents | TableDetails> {
    return this.queries.schema(id, part, isGone);
  }
}
