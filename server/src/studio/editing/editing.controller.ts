import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { FormatAnswer, LintAnswer, WritesAnswer } from '#libs/api';
import { Allow, CurrentActor, TakesText, PersonLimit } from '../../platform/index.js';
import { FormatRequestDto, LintRequestDto, WritesRequestDto } from '../dto/editing.dto.js';
import { WriteCheck } from '../writes/write-check.service.js';
import { EditingService } from './editing.service.js';

@ApiTags('Studio')
@Controller('api/studio')
@Allow('query')
export class EditingController {
  constructor(
    private readonly editing: EditingService,
    private readonly checks: WriteCheck,
  ) {}

  /** Lays a text out. */
  @Post('format')
  @TakesText()
  @PersonLimit('lookups')
  @HttpCode(200)
  format(@CurrentActor() actor: Actor, @Body() body: FormatRequestDto): Promise<FormatAnswer> {
    return this.editing.format(actor, body);
  }

  /** Reads a text with the engine's own grammar, without running it. */
  @Post('lint')
  @TakesText()
  @PersonLimit('lookups')
  @HttpCode(200)
  lint(@CurrentActor() actor: Actor, @Body() body: LintRequestDto): Promise<LintAnswer> {
    return this.editing.lint(actor, body);
  }

  /** Says whether a text writes, by the judgement of the engine, without running it. */
  @Post('writes')
  @TakesText()
  @PersonLimit('lookups')
  @HttpCode(200)
  async writes(@CurrentActor() actor: Actor, @Body() body: WritesRequestDto): Promise<WritesAnswer> {
    return { verdict: await this.checks.ofDraft(actor, body) };
  }
}
