import { Body, Controller, Header, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import { RequestSignal } from '../../connections/index.js';
import { Allow, CurrentActor, TakesText, PersonLimit } from '../../platform/index.js';
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
  @Header('Content-Type', 'application/json; charset=utf-8')
  async explain(
    @CurrentActor() actor: Actor,
    @Body() body: ExplainRequestDto,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<string> {
    return explainedJson(await this.plans.explain(actor, body, isGone));
  }
}
