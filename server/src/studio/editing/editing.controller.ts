import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { FormatAnswer, LintAnswer } from '#libs/api';
import { Allow, CurrentActor, TakesText, PersonLimit } from '../../platform/index.js';
import { FormatRequestDto, LintRequestDto } from '../dto/editing.dto.js';
import { EditingService } from './editing.service.js';

@ApiTags('Studio')
@Controller('api/studio')
@Allow('query')
export class EditingController {
  constructor(private readonly editing: EditingService) {}

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
}
