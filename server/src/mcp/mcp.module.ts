import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/index.js';
import { ContractsModule } from '../contracts/index.js';
import { SchemaWatchModule } from '../schema-watch/index.js';
import { AgentAudit } from './agent-audit.js';
import { AgentServer } from './agent-server.js';
import { AgentTools } from './agent-tools.js';
import { McpController } from './mcp.controller.js';

@Module({
  imports: [ConnectionsModule, ContractsModule, SchemaWatchModule],
  controllers: [McpController],
  providers: [AgentAudit, AgentServer, AgentTools],
})
export class McpModule {}
