import { Catch } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PinoLogger } from 'nestjs-pino';
import { problemDocument } from '#libs/problem';
import { toProblem } from './to-problem.js';

/** The one place that writes `application/problem+json`. Only what we did not expect is logged, with its cause. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly logger: PinoLogger) {
    logger.setContext(ProblemFilter.name);
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (hasLeft(response) && isAbort(thrown)) {
      this.logger.debug({ requestId: requestIdOf(request) }, 'the client closed the connection before the answer');
      return;
    }
    const problem = toProblem(thrown);
    if (problem.code === 'internal-error') {
      this.logger.error({ err: problem.cause ?? problem, requestId: requestIdOf(request) }, 'a request failed');
    }
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    const { code, detail, errors, findings, retryAfterS } = problem;
    // RFC 9110 asks for it with every 401; a browser asks for no password because of this scheme.
    if (problem.status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
    if (retryAfterS !== null) response.setHeader('Retry-After', retryAfterS);
    const document = problemDocument(code, requestIdOf(request), detail, errors, findings);
    response.status(problem.status).type('application/problem+json').send(JSON.stringify(document));
  }
}

/** Whether the client closed the connection before the whole answer was sent. */
function hasLeft(response: Response): boolean {
  return response.destroyed && !response.writableFinished;
}

/** Whether work ended because of a signal; drivers throw errors of several classes by this name. */
function isAbort(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && 'name' in thrown && thrown.name === 'AbortError';
}

/** The id that the first step of every request gave it. */
export function requestIdOf(request: Request): string {
  return typeof request.id === 'string' ? request.id : '';
}
