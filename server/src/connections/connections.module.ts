import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/index.js';
import { ConnectionAccessController } from './access/access.controller.js';
import { ConnectionAccess } from './access/connection-access.js';
import { ConnectionAccessRecord } from './access/connection-access.entity.js';
import { ConnectionAccessService } from './access/connection-access.service.js';
import { ConfiguredConnections } from './configured-connections.js';
import { ConnectionsController } from './connections.controller.js';
import { ConnectionsQueries } from './connections.queries.js';
import { ConnectionsService } from './connections.service.js';
import { ConnectorRegistry } from './connector-registry.js';
import { ApiNames } from '../platform/index.js';
import { CONNECTION_KINDS } from './engines/engines.js';
import { SchemaObjectsController } from './schema-objects.controller.js';
import { RunningRequests } from './sessions/running-requests.js';
import { SessionSlots } from './sessions/session-slots.js';
import { UsedIdRecord } from './used-ids/used-id.entity.js';
import { UsedIds } from './used-ids/used-ids.js';

@Module({
  imports: [AuthModule, TypeOrmModule.forFeature([ConnectionAccessRecord, UsedIdRecord])],
  controllers: [ConnectionsController, SchemaObjectsController, ConnectionAccessController],
  providers: [
    ...[ConnectionAccess, ConnectionAccessService],
    ...[ConfiguredConnections, ConnectorRegistry, ConnectionsQueries, ConnectionsService, UsedIds],
    ...[RunningRequests, SessionSlots],
  ],
  exports: [ConnectionAccess, ConnectionsQueries, ConnectionsService, RunningRequests, SessionSlots],
})
export class ConnectionsModule {
  constructor(names: ApiNames) {
    names.add('ConnectionKind', () => CONNECTION_KINDS);
  }
}
