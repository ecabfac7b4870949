import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { InsertedRow } from '#libs/api';
import { RequestSignal } from '../../connections/index.js';
import { Allow, CurrentActor, TakesText } from '../../platform/index.js';
import { RowInputDto } from '../dto/row-input.dto.js';
import { RowsService } from './rows.service.js';

/** More than a table of any engine has. */
const MAX_COLUMNS = 2000;

@ApiTags('Studio')
@Controller('api/studio/rows')
@Allow('write')
export class RowsController {
  constructor(private readonly rows: RowsService) {}

  /** Adds one row to a table and answers with it as the database has it. */
  @Post()
  @TakesText({ members: MAX_COLUMNS })
  insert(
    @CurrentActor() actor: Actor,
    @Body() body: RowInputDto,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<InsertedRow> {
    return this.rows.insert(actor, body, isGone);
  }
}
