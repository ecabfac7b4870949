import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { ChangeItemList, ChangeRowList, ChangeSetDetails, ChangeSetList, RowOutline } from '#libs/api';
import { MAX_REQUEST_ITEMS } from '#libs/changes';
import { Allow, CurrentActor, PersonLimit, TakesText } from '../platform/index.js';
import { ChangeApplier } from './change-applier.service.js';
import { pageOf } from './change-cursor.js';
import { ChangeSteps } from './change-steps.service.js';
import {
  ChangeCommentDto,
  ChangeHashDto,
  ChangeItemsInputDto,
  ChangeItemsQueryDto,
  ChangeRefusalDto,
  ChangeRowsQueryDto,
  ChangeSetEditDto,
  ChangeSetInputDto,
  ChangeSettlementDto,
  ChangeSqlInputDto,
  ChangesQueryDto,
} from './changes.dto.js';
import { ChangesFromSql } from './changes-from-sql.js';
import { ChangesService } from './changes.service.js';

/** Every cell of an edit is a value: 10,000 rows with one edited value each have 10 values each. */
const ITEM_LIMITS = { items: MAX_REQUEST_ITEMS + 1, members: 2_000, values: 100_100 };

@ApiTags('Changes')
@Controller('api/changes')
@Allow('read')
export class ChangesController {
  constructor(
    private readonly changes: ChangesService,
    private readonly steps: ChangeSteps,
    private readonly applier: ChangeApplier,
    private readonly fromSql: ChangesFromSql,
  ) {}

  /** Change sets, the last changed first. */
  @Get()
  list(@CurrentActor() actor: Actor, @Query() query: ChangesQueryDto): Promise<ChangeSetList> {
    return this.changes.list(actor, query);
  }

  /** Makes a draft. Nothing is written to the database. */
  @Post()
  @TakesText(ITEM_LIMITS)
  @Allow('changes')
  create(@CurrentActor() actor: Actor, @Body() body: ChangeSetInputDto): Promise<ChangeSetDetails> {
    return this.changes.create(actor, body);
  }

  /** Makes a draft of what a text writes; queries are left out. Nothing is written to the database. */
  @Post('from-sql')
  @TakesText()
  @Allow('changes')
  @PersonLimit('lookups')
  createFromSql(@CurrentActor() actor: Actor, @Body() body: ChangeSqlInputDto): Promise<ChangeSetDetails> {
    return this.fromSql.make(actor, body);
  }

  @Get(':id')
  get(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<ChangeSetDetails> {
    return this.changes.get(actor, id);
  }

  /** Items from a place on, all of them without a limit; the change set has the first ones. */
  @Get(':id/items')
  @PersonLimit('lookups')
  items(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Query() query: ChangeItemsQueryDto,
  ): Promise<ChangeItemList> {
    return this.changes.itemsOf(actor, id, query);
  }

  /** Adds items behind those that are there, for change sets that are larger than a request; an approval lapses. */
  @Post(':id/items')
  @HttpCode(200)
  @TakesText(ITEM_LIMITS)
  @Allow('changes')
  add(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: ChangeItemsInputDto,
  ): Promise<ChangeSetDetails> {
    return this.changes.add(actor, id, body);
  }

  /** Rows before and after: of the last rehearsal, or as they were applied. */
  @Get(':id/rows')
  page(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Query() { cursor, offset }: ChangeRowsQueryDto,
  ): Promise<ChangeRowList> {
    return this.changes.page(actor, id, cursor === undefined ? { row: offset } : { page: pageOf(cursor) });
  }

  /** Which lines of the rows stand on which of their pages, by table. */
  @Get(':id/rows/outline')
  outline(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<RowOutline> {
    return this.changes.outline(actor, id);
  }

  /** Changes title or items; an approval lapses. */
  @Put(':id')
  @TakesText(ITEM_LIMITS)
  @Allow('changes')
  edit(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: ChangeSetEditDto,
  ): Promise<ChangeSetDetails> {
    return this.changes.edit(actor, id, body);
  }

  /** Settles conflicts of the last rehearsal, however many items there are; an approval lapses. */
  @Post(':id/settle')
  @HttpCode(200)
  @Allow('changes')
  settle(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: ChangeSettlementDto,
  ): Promise<ChangeSetDetails> {
    return this.steps.settle(actor, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Allow('changes')
  remove(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    return this.changes.remove(actor, id);
  }

  /** Runs it in a transaction that is rolled back, and keeps what it would do. */
  @Post(':id/rehearse')
  @HttpCode(200)
  @Allow('write')
  @PersonLimit('lookups')
  rehearse(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<ChangeSetDetails> {
    return this.steps.rehearse(actor, id);
  }

  /** Asks for an approval. */
  @Post(':id/propose')
  @HttpCode(200)
  @Allow('changes')
  propose(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: ChangeHashDto,
  ): Promise<ChangeSetDetails> {
    return this.steps.propose(actor, id, body);
  }

  /** Approves what the last rehearsal did, and only that. */
  @Post(':id/approve')
  @HttpCode(200)
  @Allow('write')
  approve(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: ChangeHashDto,
  ): Promise<ChangeSetDetails> {
    return this.steps.approve(actor, id, body);
  }

  /** Refuses a proposal, with a reason. */
  @Post(':id/refuse')
  @HttpCode(200)
  @Allow('write')
  refuse(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() { reason }: ChangeRefusalDto,
  ): Promise<ChangeSetDetails> {
    return this.steps.refuse(actor, id, reason);
  }

  /** Applies it whole or not at all, where it does exactly what was reviewed. */
  @Post(':id/apply')
  @HttpCode(200)
  @Allow('write')
  @PersonLimit('lookups')
  apply(@CurrentActor() actor: Actor, @Param('id') id: string, @Body() body: ChangeHashDto): Promise<ChangeSetDetails> {
    return this.applier.apply(actor, id, body);
  }

  /** Makes the draft that takes it back. */
  @Post(':id/undo')
  @Allow('write')
  @PersonLimit('lookups')
  undo(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<ChangeSetDetails> {
    return this.steps.undo(actor, id);
  }

  /** Adds a comment. */
  @Post(':id/comments')
  @Allow('changes')
  comment(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() { text }: ChangeCommentDto,
  ): Promise<ChangeSetDetails> {
    return this.changes.comment(actor, id, text);
  }
}
