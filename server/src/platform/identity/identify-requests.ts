import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import type { Actor } from '#libs/access';
import { Problem } from '../problems/problem.js';
import { ClusterEvents } from '../events/cluster-events.js';
import { Identification } from './identification.js';
import { OpenRequests } from './open-requests.js';

/** Finds out who asks before anything of the request is read. Bad credentials are reported by routes that need an identity. */
export function identifyActors(app: NestExpressApplication): void {
  const identification = app.get(Identification);
  const open = app.get(OpenRequests);
  const cluster = app.get(ClusterEvents);
  app.use((request: Request, response: Response, next: NextFunction) => {
    const identified: NextFunction = (error?: unknown) => {
      if (request.actor) open.add(request.actor, response);
      open.run(response, () => next(error));
    };
    // What is held in memory of people and tokens may be out of date.
    const caughtUp = hasCredentials(request) ? cluster.catchUp() : null;
    const identify = () => identification.identify(request);
    settle(request, caughtUp === null ? identify : () => caughtUp.then(identify), identified);
  });
}

function hasCredentials({ headers, query }: Request): boolean {
  return headers.cookie !== undefined || headers.authorization !== undefined || query.token !== undefined;
}

function settle(request: Request, identify: () => Actor | null | Promise<Actor | null>, next: NextFunction): void {
  let found: Actor | null | Promise<Actor | null>;
  try {
    found = identify();
  } catch (error) {
    refuse(request, error, next);
    return;
  }
  if (found instanceof Promise) {
    found.then(
      (actor) => accept(request, actor, next),
      (error: unknown) => refuse(request, error, next),
    );
  } else accept(request, found, next);
}

function accept(request: Request, actor: Actor | null, next: NextFunction): void {
  request.actor = actor;
  next();
}

function refuse(request: Request, error: unknown, next: NextFunction): void {
  request.actor = null;
  if (error instanceof Problem) request.refusal = error;
  next(error instanceof Problem ? undefined : error);
}
