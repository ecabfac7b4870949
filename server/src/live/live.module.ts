import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/index.js';
import { LiveEventsController } from './live-events.controller.js';

@Module({ imports: [ConnectionsModule], controllers: [LiveEventsController] })
export class LiveModule {}
