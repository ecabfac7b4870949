import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { HealthResponse } from '#libs/api';
import { WORKBENCH_CONFIG } from '../config/workbench-config.js';
import type { WorkbenchConfig } from '../config/workbench-config.js';
import { AllowAnyone } from '../identity/allow.js';
import { VERSION } from '../version.js';
import { StateHealth } from './state-health.js';

@ApiTags('Platform')
@Controller('api/health')
export class HealthController {
  constructor(
    private readonly state: StateHealth,
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
  ) {}

  /** Answers 200 while the server can do its work; 503 `state-unavailable` or `state-damaged` else. */
  @Get()
  @AllowAnyone()
  async read(): Promise<HealthResponse> {
    const problem = await this.state.check();
    if (problem !== null) throw problem;
    return { status: 'ok', version: VERSION, mode: this.config.mode };
  }
}
