import { Controller, Delete, Get, HttpCode } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { DemoView } from '#libs/demo';
import { AllowAdmin, CurrentActor } from '../platform/index.js';
import { DemoRemoval } from './contents/demo-removal.js';

@ApiTags('Demo')
@Controller('api/demo')
@AllowAdmin()
export class DemoController {
  constructor(private readonly removal: DemoRemoval) {}

  /** What there is of the demo: what removing it deletes, and what stays. */
  @Get()
  get(@CurrentActor() actor: Actor): Promise<DemoView> {
    return this.removal.view(actor);
  }

  /** Removes what the demo made, its connections and their data. What people made or changed stays. */
  @Delete()
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor): Promise<void> {
    return this.removal.remove(actor);
  }
}
