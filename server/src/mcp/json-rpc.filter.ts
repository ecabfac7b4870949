import { Catch } from '@nestjs/common';
import type { ArgumentsHost } from '@nestjs/common';
import type { Response } from 'express';
import { ProblemFilter, toProblem } from '../platform/index.js';

/** JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32700;

/** Answers a body that is not JSON as JSON-RPC does; every other problem happens below the protocol and stays one. */
@Catch()
export class JsonRpcFilter extends ProblemFilter {
  override catch(thrown: unknown, host: ArgumentsHost): void {
    const problem = toProblem(thrown);
    if (problem.code !== 'malformed-json') {
      super.catch(thrown, host);
      return;
    }
    const error = { code: PARSE_ERROR, message: `Parse error: ${problem.message}` };
    host.switchToHttp().getResponse<Response>().status(problem.status).json({ jsonrpc: '2.0', error, id: null });
  }
}
