import { Catch } from '@nestjs/common';
import type { ArgumentsHost } from '@nestjs/common';
import type { Response } from 'express';
import { ProblemFilter, toProblem } from '../platform/index.js';

/** How JSON-RPC 2.0, section 5.1, calls what is wrong with a body. */
const BODY_ERRORS: Readonly<Record<string, { readonly code: number; readonly name: string }>> = {
  'malformed-json': { code: -32700, name: 'Parse error' },
  'too-large': { code: -32600, name: 'Invalid Request' },
  'validation-failed': { code: -32600, name: 'Invalid Request' },
};

/**
 * Answers a body that is not JSON, or more than is taken, as JSON-RPC does; every other problem happens below the protocol
 * and stays one.
 */
@Catch()
export class JsonRpcFilter extends ProblemFilter {
  override catch(thrown: unknown, host: ArgumentsHost): void {
    const problem = toProblem(thrown);
    const bodyError = BODY_ERRORS[problem.code];
    if (bodyError === undefined) {
      super.catch(thrown, host);
      return;
    }
    const { code, name } = bodyError;
    const error = { code, message: `${name}: ${problem.message}`, data: { code: problem.code } };
    host.switchToHttp().getResponse<Response>().status(problem.status).json({ jsonrpc: '2.0', error, id: null });
  }
}
