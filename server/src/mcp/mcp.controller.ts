import { Controller, Delete, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Actor } from '#libs/access';
import { shortened } from '#libs/markup';
import { AllowToken, CurrentActor, LimitBody, Problem, VERSION } from '../platform/index.js';
import { AgentAudit } from './agent-audit.js';
import { answerAgent } from './agent-endpoint.js';
import { AgentServer } from './agent-server.js';
import { JsonRpcFilter } from './json-rpc.filter.js';
import { repeatedId } from './tool-calls.js';
import { sendWebResponse, webRequest } from './web-request.js';

/** Bytes of one request, and of one text in it: what the protocol's own servers take by default. */
const MAX_BYTES = 1024 * 1024;
/** Every cell of an edit is a value: 1,000 rows of up to 98 columns, as far as 1 MB holds them. */
const MAX_VALUES = 100_000;
/** Characters of an id that an answer repeats. */
const MAX_ID = 100;

@ApiExcludeController()
@Controller('mcp')
@AllowToken('mcp')
@UseFilters(JsonRpcFilter)
export class McpController {
  constructor(
    private readonly agents: AgentServer,
    private readonly audit: AgentAudit,
  ) {}

  /** The Model Context Protocol by streamable HTTP; each request stands for itself and is answered as JSON. */
  @Post()
  @LimitBody({ bytes: MAX_BYTES, stringBytes: MAX_BYTES, values: MAX_VALUES })
  async post(@CurrentActor() actor: Actor, @Req() request: Request, @Res() response: Response): Promise<void> {
    const repeated = repeatedId(request.body);
    if (repeated !== null)
      throw new Problem('validation-failed', `Several requests have the ID ${shortened(String(repeated), MAX_ID)}.`);
    await sendWebResponse(response, await this.answered(actor, request, response));
  }

  /** Refused calls are recorded also where the caller leaves before the answer. */
  private async answered(actor: Actor, request: Request, response: Response): Promise<globalThis.Response> {
    const reached = new Set<string | number>();
    const serve = () => this.agents.for(actor, VERSION, reached);
    try {
      return await answerAgent(webRequest(request, response), request.body, serve);
    } finally {
      await this.audit.recordRefused(actor, request.body, reached);
    }
  }

  /** There is no stream from the server, which never sends a message of its own. */
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
