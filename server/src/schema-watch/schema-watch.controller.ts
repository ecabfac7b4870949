import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import type { Actor } from '#libs/access';
import type {
  ChangeImpact,
  SchemaChangeList,
  SchemaWatchRun,
  SchemaWatchStatus,
  SnapshotList,
  WatchedConnectionList,
  WatchedTableList,
  WatchedTablesChange,
} from '#libs/api';
import { Allow, CurrentActor, LimitBody, PersonLimit, WholeNumber } from '../platform/index.js';
import { ChangeImpactQueries } from './change-impact.queries.js';
import { SchemaWatchQueries } from './schema-watch.queries.js';
import { SchemaWatchService } from './schema-watch.service.js';
import { WatchedTablesService } from './watched-tables.service.js';

class ChangesQueryDto {
  @ApiPropertyOptional({ default: 30, description: 'How many days back.' })
  @Type(() => Number)
  @WholeNumber(1, 36_500)
  days = 30;

  @ApiPropertyOptional({
    default: 500,
    description: 'How many records at most, fewer where they are large; what is left has a `next_cursor`.',
  })
  @Type(() => Number)
  @WholeNumber(1, 1_000)
  limit = 500;

  @ApiPropertyOptional({ description: 'The `next_cursor` of the page before.' })
  @IsOptional()
  @IsString()
  @MaxLength(500)
  cursor?: string;

  @ApiPropertyOptional({ description: 'What the summary has to hold, whatever its case.' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  search?: string;

  @ApiPropertyOptional({
    type: Boolean,
    default: false,
    description: 'Only records with a change that is behind what is broken of the contract now.',
  })
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean()
  breaking = false;
}

/** Tables that a connection watches by name. */
const MAX_TABLES = 10_000;
/** Of the wanted list and the expected one. */
const TABLE_LIST = { bytes: 2 * 1024 * 1024, items: MAX_TABLES, values: 2 * MAX_TABLES + 10 };

class WatchedTablesDto implements WatchedTablesChange {
  @ApiProperty({
    type: [String],
    description: 'Partitions and tables of extensions to watch, `schema.table` outside of `public`.',
  })
  @IsArray()
  @ArrayMaxSize(MAX_TABLES)
  @IsString({ each: true })
  @MaxLength(300, { each: true })
  tables!: string[];

  @ApiPropertyOptional({
    type: [String],
    description: 'The tables that the change began with. Where others are watched, nothing is changed.',
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_TABLES)
  @IsString({ each: true })
  @MaxLength(300, { each: true })
  expected?: string[];
}

@ApiTags('Schema Watch')
@Controller('api/schema-watch')
@Allow('read')
export class WatchedConnectionsController {
  constructor(private readonly queries: SchemaWatchQueries) {}

  /** What moved lately in all connections that are watched. */
  @Get()
  list(@CurrentActor() actor: Actor): Promise<WatchedConnectionList> {
    return this.queries.watched(actor);
  }
}

@ApiTags('Schema Watch')
@Controller('api/schema-watch/:connection_id')
@Allow('read')
export class SchemaWatchController {
  constructor(
    private readonly service: SchemaWatchService,
    private readonly queries: SchemaWatchQueries,
    private readonly impacts: ChangeImpactQueries,
    private readonly watched: WatchedTablesService,
  ) {}

  /** Runs a check now. */
  @Post('run')
  @PersonLimit('lookups')
  @Allow('manage')
  @HttpCode(200)
  run(@CurrentActor() actor: Actor, @Param('connection_id') connectionId: string): Promise<SchemaWatchRun> {
    return this.service.run(actor, connectionId);
  }

  @Get('status')
  status(@CurrentActor() actor: Actor, @Param('connection_id') connectionId: string): Promise<SchemaWatchStatus> {
    return this.queries.status(actor, connectionId);
  }

  @Get('changes')
  changes(
    @CurrentActor() actor: Actor,
    @Param('connection_id') connectionId: string,
    @Query() query: ChangesQueryDto,
  ): Promise<SchemaChangeList> {
    return this.queries.changes(actor, connectionId, query);
  }

  /** Who relies on what a change has changed. */
  @Get('changes/:change_id/impact')
  impact(
    @CurrentActor() actor: Actor,
    @Param('connection_id') connectionId: string,
    @Param('change_id') changeId: string,
  ): Promise<ChangeImpact> {
    return this.impacts.get(actor, connectionId, changeId);
  }

  @Get('snapshots')
  snapshots(@CurrentActor() actor: Actor, @Param('connection_id') connectionId: string): Promise<SnapshotList> {
    return this.queries.snapshots(actor, connectionId);
  }

  /** The partitions and extension tables that are watched by name. */
  @Get('tables')
  tables(@CurrentActor() actor: Actor, @Param('connection_id') connectionId: string): Promise<WatchedTableList> {
    return this.watched.get(actor, connectionId);
  }

  /** Replaces that list. */
  @Put('tables')
  @LimitBody(TABLE_LIST)
  @PersonLimit('lookups')
  @Allow('manage')
  replaceTables(
    @CurrentActor() actor: Actor,
    @Param('connection_id') connectionId: string,
    @Body() body: WatchedTablesDto,
  ): Promise<WatchedTableList> {
    return this.watched.replace(actor, connectionId, body);
  }
}
