import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Body, Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Actor } from '#libs/access';
import type { CatalogVersion, CompletionAnswer, CompletionCatalog, CompletionValues, ReferencedRows } from '#libs/api';
import { RequestSignal } from '../../connections/index.js';
import { Allow, CurrentActor, TakesText, PersonLimit } from '../../platform/index.js';
import type { Written } from '../../platform/index.js';
import {
  CompletionQueryDto,
  CompletionRequestDto,
  CompletionValuesDto,
  ReferencedRowsDto,
} from '../dto/completion.dto.js';
import { CompletionValuesService } from './completion-values.service.js';
import { CompletionService } from './completion.service.js';
import { ReferencedRowsService } from './referenced-rows.service.js';

@ApiTags('Studio')
@Controller('api/studio')
@Allow('query')
export class CompletionController {
  constructor(
    private readonly completion: CompletionService,
    private readonly values: CompletionValuesService,
    private readonly referenced: ReferencedRowsService,
  ) {}

  /** What an editor completes with: everything at once, and 304 while the reader has it. */
  @Get('completion')
  @PersonLimit('lookups')
  async document(
    @CurrentActor() actor: Actor,
    @Query() query: CompletionQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<Written<CompletionCatalog>> {
    const { tag, gzipped } = await this.completion.document(actor, query.connection_id);
    const isGzip = request.acceptsEncodings('gzip') === 'gzip';
    // Two representations, two strong tags; either one proves that the reader has the content.
    response.setHeader('ETag', isGzip ? `"${tag}-gzip"` : `"${tag}"`);
    response.setHeader('Vary', 'Accept-Encoding');
    response.setHeader('Cache-Control', 'private, no-cache');
    if (isAnyOf(request.headers['if-none-match'], [`"${tag}"`, `"${tag}-gzip"`])) {
      response.status(304).end();
      return undefined;
    }
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    if (isGzip) response.setHeader('Content-Encoding', 'gzip');
    // A catalog can be tens of megabytes: unpacking leaves the event loop.
    response.end(isGzip ? gzipped : await promisify(gunzip)(gzipped));
    return undefined;
  }

  /** The values of an enum, and those of the key that a column references. */
  @Get('completion-values')
  @PersonLimit('lookups')
  valuesOf(
    @CurrentActor() actor: Actor,
    @Query() { connection_id: connectionId, schema, table, column, prefix = '' }: CompletionValuesDto,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<CompletionValues> {
    return this.values.find(actor, connectionId, { schema, table, column, prefix }, isGone);
  }

  /** The rows that a column with a foreign key can refer to. */
  @Get('referenced-rows')
  @PersonLimit('lookups')
  referencedRows(
    @CurrentActor() actor: Actor,
    @Query() { connection_id: connectionId, schema, table, column, search = '' }: ReferencedRowsDto,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<ReferencedRows> {
    return this.referenced.find(actor, connectionId, { schema, table, column, search }, isGone);
  }

  /** Whether the catalog has changed: pages that show it ask every few seconds. */
  @Get('catalog-version')
  @PersonLimit('lookups')
  async version(@CurrentActor() actor: Actor, @Query() query: CompletionQueryDto): Promise<CatalogVersion> {
    return { version: await this.completion.version(actor, query.connection_id) };
  }

  /** What can stand at the cursor. */
  @Post('complete')
  @TakesText()
  @PersonLimit('lookups')
  @HttpCode(200)
  complete(@CurrentActor() actor: Actor, @Body() body: CompletionRequestDto): Promise<CompletionAnswer> {
    return this.completion.complete(actor, body);
  }
}

/** `If-None-Match` compares weakly. */
function isAnyOf(header: string | undefined, tags: readonly string[]): boolean {
  const given = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return given.some((tag) => tag === '*' || tags.includes(tag));
}
