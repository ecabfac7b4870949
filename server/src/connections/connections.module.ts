import { Module } from '@nestjs/common';
import { ConfiguredConnections } from './configured-connections.js';
import { ConnectionsController } from './connections.controller.js';
import { ConnectionsQueries } from './connections.queries.js';
import { ConnectionsService } from './connections.service.js';
import { ConnectorRegistry } from './connector-registry.js';

@Module({
  controllers: [ConnectionsController],
  providers: [ConfiguredConnections, ConnectorRegistry, ConnectionsQueries, ConnectionsService],
  exports: [ConnectionsQueries, ConnectionsService],
})
export class ConnectionsModule {}
