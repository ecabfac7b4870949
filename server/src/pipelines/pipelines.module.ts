import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/index.js';
import { ConnectionsModule } from '../connections/index.js';
import { DemoModule } from '../demo/index.js';
import { SchedulerModule } from '../scheduler/index.js';
import { StudioModule } from '../studio/index.js';
import { PipelinesDemo } from './demo/pipelines-demo.js';
import { FileInputs } from './file-input.js';
import { PipelineKind } from './pipeline-kind.js';
import { PipelineParameters } from './pipeline-parameters.js';
import { PipelineWork } from './pipeline-work.js';
import { PipelineWrites } from './pipeline-writes.js';
import { PipelineRecord } from './pipeline.entity.js';
import { PipelinesController } from './pipelines.controller.js';
import { PipelinesService } from './pipelines.service.js';
import { QueryInputs } from './query-input.js';

@Module({
  imports: [
    AuthModule,
    ConnectionsModule,
    DemoModule,
    SchedulerModule,
    StudioModule,
    TypeOrmModule.forFeature([PipelineRecord]),
  ],
  controllers: [PipelinesController],
  providers: [
    FileInputs,
    PipelineKind,
    PipelineParameters,
    PipelineWork,
    PipelineWrites,
    PipelinesDemo,
    PipelinesService,
    QueryInputs,
  ],
})
export class PipelinesModule {}
