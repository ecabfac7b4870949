import { Controller, Get, Module } from '@nestjs/common';
import type { Actor } from '#libs/access';
import { Allow, CurrentActor, TokenInQuery } from '../../platform/index.js';

@Controller('api/probe')
@Allow('tiles')
class ProbeController {
  @Get('tile')
  @TokenInQuery()
  tile(@CurrentActor() actor: Actor): { who: string } {
    return { who: actor.name };
  }

  @Get('other')
  other(@CurrentActor() actor: Actor): { who: string } {
    return { who: actor.name };
  }

  @Get('read')
  @Allow('read')
  read(@CurrentActor() actor: Actor): { who: string } {
    return { who: actor.name };
  }
}

/** Routes of each kind, to knock at. */
@Module({ controllers: [ProbeController] })
export class ProbeModule {}
