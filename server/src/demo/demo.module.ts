import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectionsModule } from '../connections/index.js';
import { DemoContents } from './contents/demo-contents.js';
import { DemoContributions } from './contents/demo-contributions.js';
import { DemoItemRecord } from './contents/demo-item.entity.js';
import { DemoRemoval } from './contents/demo-removal.js';
import { DemoController } from './demo.controller.js';

@Module({
  imports: [ConnectionsModule, TypeOrmModule.forFeature([DemoItemRecord])],
  controllers: [DemoController],
  providers: [DemoContents, DemoContributions, DemoRemoval],
  exports: [DemoContributions],
})
export class DemoModule {}
