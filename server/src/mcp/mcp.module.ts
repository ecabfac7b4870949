import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/index.js';
import { ConnectionsModule } from '../connections/index.js';
import { ContractsModule } from '../contracts/index.js';
import { SchemaWatchModule } from '../schema-watch/index.js';
import { AgentAudit } from './agent-audit.js';
import { AgentServer } from './agent-server.js';
import { AgentTools } from './agent-tools.js';
import { McpController } from './mcp.controller.js';
import { ProposeChange } from './propose-change.js';

@Module({
  imports: [ChangesModule, ConnectionsModule, ContractsModule, SchemaWatchModule],
  controllers: [McpController],
  providers: [AgentAudit, AgentServer, AgentTools, ProposeChange],
})
export class McpModule {}
