import { Body, Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { PinoLogger } from 'nestjs-pino';
import type { Actor } from '#libs/access';
import type { CopilotEvent, CopilotPayload, CopilotStatus, PlanAdvice } from '#libs/api';
import { RequestSignal } from '../connections/index.js';
import { Allow, CurrentActor, PersonLimit, Sends, TakesText, toProblem } from '../platform/index.js';
import type { Problem } from '../platform/index.js';
import { CopilotPlanDto, CopilotSqlDto } from './copilot.dto.js';
import { CopilotService } from './copilot.service.js';
import { CopilotSettingsService } from './copilot-settings.service.js';
import { PlanAdviceService } from './plan-advice.service.js';

/** A conversation with its texts. */
const QUESTION_BYTES = 4 * 1024 * 1024;

@ApiTags('Copilot')
@Controller('api/copilot')
@Allow('query')
export class CopilotController {
  constructor(
    private readonly settings: CopilotSettingsService,
    private readonly copilot: CopilotService,
    private readonly advice: PlanAdviceService,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(CopilotController.name);
  }

  /** Whether it is on, and what of each connection may be sent. */
  @Get()
  status(@CurrentActor() actor: Actor): Promise<CopilotStatus> {
    return this.settings.status(actor);
  }

  /** Server-sent events, each a `CopilotEvent`; hanging up stops the provider. What keeps it from beginning is a problem. */
  @Post('sql')
  @Sends('text/event-stream')
  @TakesText({ bytes: QUESTION_BYTES })
  @PersonLimit('copilot')
  @HttpCode(200)
  async sql(
    @CurrentActor() actor: Actor,
    @Body() body: CopilotSqlDto,
    @RequestSignal() isGone: AbortSignal,
    @Res() response: Response,
  ): Promise<void> {
    const prepared = await this.copilot.prepare(actor, body, isGone);
    const send = eventsTo(response);
    try {
      await this.copilot.answer(actor, body, prepared, isGone, send);
    } catch (error) {
      const problem = toProblem(error);
      if (problem.code === 'internal-error' && !isGone.aborted) {
        this.logger.error({ err: problem.cause ?? problem }, 'an answer of the Copilot failed');
      }
      send(failureOf(problem));
    }
    response.end();
  }

  /** Exactly what `POST sql` would send to the provider. */
  @Post('sql/payload')
  @TakesText({ bytes: QUESTION_BYTES })
  @PersonLimit('lookups')
  @HttpCode(200)
  sqlPayload(
    @CurrentActor() actor: Actor,
    @Body() body: CopilotSqlDto,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<CopilotPayload> {
    return this.copilot.payload(actor, body, isGone);
  }

  /** What dominates a plan and what would help; every suggestion is checked with the live schema. */
  @Post('explain-plan')
  @TakesText()
  @PersonLimit('copilot')
  @HttpCode(200)
  explainPlan(
    @CurrentActor() actor: Actor,
    @Body() body: CopilotPlanDto,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<PlanAdvice> {
    return this.advice.advise(actor, body, isGone);
  }

  /** Exactly what `POST explain-plan` would send to the provider. */
  @Post('explain-plan/payload')
  @TakesText()
  @PersonLimit('lookups')
  @HttpCode(200)
  explainPlanPayload(
    @CurrentActor() actor: Actor,
    @Body() body: CopilotPlanDto,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<CopilotPayload> {
    return this.advice.payload(actor, body, isGone);
  }
}

function eventsTo(response: Response): (event: CopilotEvent) => void {
  response.status(200);
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Accel-Buffering', 'no');
  response.flushHeaders();
  return (event) => {
    if (!response.destroyed) response.write(`event: ${event.event}\ndata: ${JSON.stringify(event)}\n\n`);
  };
}

function failureOf({ code, detail, message }: Problem): CopilotEvent {
  if (code !== 'internal-error') return { event: 'failed', code, detail: detail ?? message };
  return { event: 'failed', code: 'internal-error', detail: 'Something went wrong in the workbench.' };
}
