import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Actor } from '#libs/access';
import { Problem } from '../problems/problem.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Who sends the request; null without credentials, undefined before identification. */
    actor?: Actor | null;
    /** What the presented credentials were refused for: reported where a route needs an identity. */
    refusal?: Problem;
  }
}

/** Who sends a request, for a route that lets in only those who are known. */
export function actorOf(request: Request): Actor {
  const { actor } = request;
  if (!actor) throw new Problem('unauthenticated');
  return actor;
}

/** The parameter of a route handler that is the `Actor` who asks. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  return actorOf(context.switchToHttp().getRequest<Request>());
});
