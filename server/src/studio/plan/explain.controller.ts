import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { ExplainedPlan } from '#libs/api';
import { RequestSignal } from '../../connections/index.js';
import { Allow, CurrentActor, JsonText, TakesText, PersonLimit } from '../../platform/index.js';
import { ExplainRequestDto } from './explain.dto.js';
import { ExplainService } from './explain.service.js';
import { explainedJson } from './explained-json.js';

@ApiTags('Studio')
@Controller('api/studio/explain')
@Allow('query')
export class ExplainController {
  constructor(private readonly plans: ExplainService) {}

  /** The plan of one statement; hanging up cancels it in the database. */
  @Post()
  @TakesText()
  @PersonLimit('lookups')
  @HttpCode(200)
  async explain(
    @CurrentActor() actor: Actor,
    @Body() body: ExplainRequestDto,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<JsonText<ExplainedPlan>> {
    return new JsonText([explainedJson(await this.plans.explain(actor, body, isGone))]);
  }
}
