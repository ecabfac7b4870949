import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsIn, IsOptional, IsString, Length, MaxLength } from 'class-validator';
import type { Response } from 'express';
import type { Actor } from '#libs/access';
import type {
  ContractCheck,
  ContractCheckInput,
  ContractList,
  ContractView,
  FreezeChange,
  FreezeInput,
  FreezePreview,
  ViolationList,
} from '#libs/api';
import { RequestSignal } from '../connections/index.js';
import {
  Allow,
  CurrentActor,
  LimitBody,
  ListPageDto,
  TakesText,
  PersonLimit,
  Sends,
  Trimmed,
} from '../platform/index.js';
import { ContractCheckService } from './contract-check.service.js';
import { ContractsQueries } from './contracts.queries.js';
import { ContractsService } from './contracts.service.js';

/** Tables that one request names; a contract on all of them names none. */
const MAX_TABLES = 10_000;
const TABLE_LIST = { bytes: 1024 * 1024, items: MAX_TABLES, values: MAX_TABLES + 10 };

/** Body of `POST /api/contracts/{connection_id}/freeze`. */
export class FreezeDto implements FreezeInput {
  @ApiPropertyOptional({ description: "The connection's name when left out." })
  @IsOptional()
  @IsString()
  @Trimmed()
  @Length(1, 200)
  name?: string;

  @ApiPropertyOptional({
    type: [String],
    description: '`orders`, or `schema.table` outside of `public`; all when left out.',
  })
  @IsOptional()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MAX_TABLES)
  @IsString({ each: true })
  @MaxLength(300, { each: true })
  tables?: string[];
}

const EXPECTED =
  'The id of the contract that is replaced, null for none. Where another one is in force, nothing is changed.';

class FreezeChangeDto extends FreezeDto implements FreezeChange {
  @ApiPropertyOptional({ type: String, nullable: true, description: EXPECTED })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  expected?: string | null;
}

class ReleaseQueryDto {
  @ApiPropertyOptional({ description: 'The id of the contract. Where another one is in force, it stays.' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  expected?: string;
}

class CheckDto implements ContractCheckInput {
  @ApiProperty({ description: 'Statements of a migration, without BEGIN and COMMIT.' })
  @IsString()
  @Length(1, 10_000_000)
  sql!: string;
}

class CheckQueryDto {
  @ApiPropertyOptional({ enum: ['json', 'junit'], default: 'json' })
  @IsIn(['json', 'junit'])
  format: 'json' | 'junit' = 'json';
}

@ApiTags('Data Contracts')
@Controller('api/contracts')
@Allow('read')
export class ContractsController {
  constructor(
    private readonly service: ContractsService,
    private readonly queries: ContractsQueries,
    private readonly checks: ContractCheckService,
  ) {}

  /** Where all contracts stand. */
  @Get()
  list(@CurrentActor() actor: Actor): Promise<ContractList> {
    return this.queries.list(actor);
  }

  /** The active contract and the open violation. */
  @Get(':connection_id')
  get(@CurrentActor() actor: Actor, @Param('connection_id') connectionId: string): Promise<ContractView> {
    return this.queries.get(actor, connectionId);
  }

  @Post(':connection_id/freeze')
  @LimitBody(TABLE_LIST)
  @Allow('manage')
  freeze(
    @CurrentActor() actor: Actor,
    @Param('connection_id') connectionId: string,
    @Body() body: FreezeChangeDto,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<ContractView> {
    return this.service.freeze(actor, connectionId, body, isGone);
  }

  /** What freezing would expect otherwise; nothing is kept. */
  @Post(':connection_id/freeze/preview')
  @LimitBody(TABLE_LIST)
  @PersonLimit('lookups')
  @Allow('manage')
  @HttpCode(200)
  preview(
    @CurrentActor() actor: Actor,
    @Param('connection_id') connectionId: string,
    @Body() body: FreezeDto,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<FreezePreview> {
    return this.service.preview(actor, connectionId, body, isGone);
  }

  /** Runs a migration, rolls it back and reports what it would break. */
  @Post(':connection_id/check')
  @Sends('application/xml')
  @TakesText()
  @PersonLimit('lookups')
  @Allow('write')
  @HttpCode(200)
  async check(
    @CurrentActor() actor: Actor,
    @Param('connection_id') connectionId: string,
    @Query() { format }: CheckQueryDto,
    @Body() body: CheckDto,
    @RequestSignal() isGone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ContractCheck | string> {
    if (format === 'json') return this.checks.check(actor, connectionId, body, isGone);
    const xml = await this.checks.junit(actor, connectionId, body, isGone);
    response.type('application/xml; charset=utf-8');
    return xml;
  }

  @Get(':connection_id/violations')
  violations(
    @CurrentActor() actor: Actor,
    @Param('connection_id') connectionId: string,
    @Query() page: ListPageDto,
  ): Promise<ViolationList> {
    return this.queries.violations(actor, connectionId, page);
  }

  @Get(':connection_id/export.yaml')
  @Header('Content-Type', 'application/yaml; charset=utf-8')
  yaml(@CurrentActor() actor: Actor, @Param('connection_id') connectionId: string): Promise<string> {
    return this.queries.yaml(actor, connectionId);
  }

  /** The contract in the Open Data Contract Standard 3.1. */
  @Get(':connection_id/export.odcs.yaml')
  @Header('Content-Type', 'application/yaml; charset=utf-8')
  odcs(@CurrentActor() actor: Actor, @Param('connection_id') connectionId: string): Promise<string> {
    return this.queries.odcs(actor, connectionId);
  }

  @Delete(':connection_id')
  @Allow('manage')
  @HttpCode(204)
  release(
    @CurrentActor() actor: Actor,
    @Param('connection_id') connectionId: string,
    @Query() { expected }: ReleaseQueryDto,
  ): Promise<void> {
    return this.service.release(actor, connectionId, expected);
  }
}
