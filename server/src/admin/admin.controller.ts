import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { ActivityList, AdminOverview, LicenceList, SecretKeyStatus, StorageOverview } from '#libs/api';
import { RequestSignal } from '../connections/index.js';
import { AllowAdmin, CurrentActor, WholeNumberParam } from '../platform/index.js';
import { ActivityService } from './activity.service.js';
import { CancelQueryDto } from './cancel-query.dto.js';
import { OverviewService } from './overview.service.js';
import { SecretKeyService } from './secret-key.service.js';
import { StorageService } from './storage.service.js';

@ApiTags('Admin')
@Controller('api/admin')
@AllowAdmin()
export class AdminController {
  constructor(
    private readonly overviews: OverviewService,
    private readonly activities: ActivityService,
    private readonly storages: StorageService,
    private readonly secretKeys: SecretKeyService,
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

  /** Removes unneeded files: unread results, or the log of the state. */
  @Post('storage/:area/clean-up')
  @HttpCode(200)
  cleanUp(@CurrentActor() actor: Actor, @Param('area') area: string): Promise<StorageOverview> {
    return this.storages.cleanUp(actor, area);
  }

  /** Creates a key where `secret.key` is missing. Secrets that need the lost key have to be entered again. */
  @Post('secret-key')
  createSecretKey(@CurrentActor() actor: Actor): Promise<SecretKeyStatus> {
    return this.secretKeys.create(actor);
  }

  /** What runs in a connection's database now, from all senders. */
  @Get(':connection_id/activity')
  activity(
    @CurrentActor() actor: Actor,
    @Param('connection_id') connectionId: string,
    @RequestSignal() signal: AbortSignal,
  ): Promise<ActivityList> {
    return this.activities.list(actor, connectionId, signal);
  }

  /** Cancels a query as it was listed; 404 where it does not run any more. */
  @Post(':connection_id/activity/:pid/cancel')
  @HttpCode(204)
  cancel(
    @CurrentActor() actor: Actor,
    @Param('connection_id') connectionId: string,
    @WholeNumberParam('pid') pid: number,
    @Body() { started_at: startedAt }: CancelQueryDto,
    @RequestSignal() signal: AbortSignal,
  ): Promise<void> {
    return this.activities.cancel(actor, connectionId, { pid, startedAt }, signal);
  }
}
