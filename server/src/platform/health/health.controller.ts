import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { HealthCheckService, TypeOrmHealthIndicator } from '@nestjs/terminus';
import type { HealthResponse } from '#libs/api';
import { WORKBENCH_CONFIG } from '../config/workbench-config.js';
import type { WorkbenchConfig } from '../config/workbench-config.js';
import { AllowAnyone } from '../identity/allow.js';
import { VERSION } from '../version.js';

@ApiTags('Platform')
@Controller('api/health')
export class HealthController {
  constructor(
    private readonly checks: HealthCheckService,
    private readonly state: TypeOrmHealthIndicator,
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
  ) {}

  /** Answers 200 while the server can do its work, 503 when its own state cannot be read. */
  @Get()
  @AllowAnyone()
  async read(): Promise<HealthResponse> {
    await this.checks.check([() => this.state.pingCheck('state', { timeout: 2000 })]);
    return { status: 'ok', version: VERSION, mode: this.config.mode };
  }
}
