import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { StatementEditability } from '#libs/api';
import { RequestSignal } from '../../connections/index.js';
import { Allow, CurrentActor, OwnId, PersonLimit, WholeNumberParam } from '../../platform/index.js';
import { EditableService } from './editable.service.js';

@ApiTags('Studio')
@Controller('api/studio/runs')
@Allow('query')
export class EditableController {
  constructor(private readonly editable: EditableService) {}

  /** Where the columns of a result come from, and whether its rows can be edited. */
  @Get(':id/statements/:index/editable')
  @PersonLimit('lookups')
  find(
    @CurrentActor() actor: Actor,
    @OwnId('id', 'run') runId: string,
    @WholeNumberParam('index') statement: number,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<StatementEditability> {
    return this.editable.find(actor, runId, statement, isGone);
  }
}
