import { Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Actor } from '#libs/access';
import { AllowToken, CurrentActor, Problem, VERSION } from '../platform/index.js';
import { answerAgent } from './agent-endpoint.js';
import { AgentServer } from './agent-server.js';
import { sendWebResponse, webRequest } from './web-request.js';

@ApiTags('Agents')
@Controller('mcp')
@AllowToken('mcp')
export class McpController {
  constructor(private readonly agents: AgentServer) {}

  /** The Model Context Protocol by streamable HTTP; each request stands for itself and is answered as JSON. */
  @Post()
  async post(@CurrentActor() actor: Actor, @Req() request: Request, @Res() response: Response): Promise<void> {
    const serve = () => this.agents.for(actor, VERSION);
    await sendWebResponse(response, await answerAgent(webRequest(request, response), request.body, serve));
  }

  /** There is no stream from the server: nothing happens that nobody asked for. */
  @Get()
  stream(@Res({ passthrough: true }) response: Response): never {
    response.setHeader('Allow', 'POST');
    throw new Problem('method-not-allowed');
  }

  /** There are no sessions to end. */
  @Delete()
  end(@Res({ passthrough: true }) response: Response): never {
    response.setHeader('Allow', 'POST');
    throw new Problem('method-not-allowed');
  }
}
