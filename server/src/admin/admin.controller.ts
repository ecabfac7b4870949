import { Controller, Get, HttpCode, Param, ParseIntPipe, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { ActivityList, AdminOverview, LicenceList, StorageOverview } from '#libs/api';
import { RequestSignal } from '../connections/index.js';
import { AllowAdmin, CurrentActor } from '../platform/index.js';
import { ActivityService } from './activity.service.js';
import { OverviewService } from './overview.service.js';
import { StorageService } from './storage.service.js';

@ApiTags('Admin')
@Controller('api/admin')
@AllowAdmin()
export class AdminController {
  constructor(
    private readonly overviews: OverviewService,
    private readonly activities: ActivityService,
    private readonly storages: StorageService,
  ) {}

  /** The process, and every connection with its health and pools. */
  @Get('overview')
  overview(@CurrentActor() actor: Actor): Promise<AdminOverview> {
    return this.overviews.overview(actor);
  }

  /** The packages that are part of the program, with their licences. */
  @Get('licences')
  licences(): Promise<LicenceList> {
    return this.overviews.licenceList();
  }

  /** What the state directory takes on disk. */
  @Get('storage')
  storage(): Promise<StorageOverview> {
    return this.storages.overview();
  }

  /** Lets go of what nobody misses: unread results, or the log of the state. */
  @Post('storage/:area/clean-up')
  @HttpCode(200)
  cleanUp(@CurrentActor() actor: Actor, @Param('area') area: string): Promise<StorageOverview> {
    return this.storages.cleanUp(actor, area);
  }

  /** What runs in a connection's database now, whoever sent it. */
  @Get(':connectionId/activity')
  activity(
    @CurrentActor() actor: Actor,
    @Param('connectionId') connectionId: string,
    @RequestSignal() signal: AbortSignal,
  ): Promise<ActivityList> {
    return this.activities.list(actor, connectionId, signal);
  }

  /** Cancels what one backend of the database does. */
  @Post(':connectionId/activity/:pid/cancel')
  @HttpCode(204)
  cancel(
    @CurrentActor() actor: Actor,
    @Param('connectionId') connectionId: string,
    @Param('pid', ParseIntPipe) pid: number,
    @RequestSignal() signal: AbortSignal,
  ): Promise<void> {
    return this.activities.cancel(actor, connectionId, pid, signal);
  }
}
