import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { ABORTED } from '#libs/async';

/** A handler's parameter: aborts when the caller hangs up before the answer is out. */
export const RequestSignal = createParamDecorator((_: unknown, context: ExecutionContext): AbortSignal => {
  const response = context.switchToHttp().getResponse<Response>();
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(ABORTED);
  });
  return controller.signal;
});
