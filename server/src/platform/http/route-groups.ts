import { Router } from 'express';
import type { Express, NextFunction, Request, Response } from 'express';

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'all'] as const;

type Register = (path: unknown, ...handlers: unknown[]) => unknown;
type Registering = Record<(typeof METHODS)[number], Register>;

/** A first and a second segment, both without parameters or wildcards, then the end or a further segment. */
const LITERAL_PATH = /^\/([\w.-]+)(?:\/([\w.-]+))?(?=\/|$)/;
const FIRST_SEGMENTS = /^\/([^/]+)(?:\/([^/]+))?/;

/**
 * Has an application find its routes by the first two segments of a path, such as `/api/studio`. Express compares a path
 * with one route after another, which costs more than answering where there are hundreds of them. Routes keep their
 * order, among each other and among everything else that the application uses. OPTIONS is answered with the methods of
 * one group.
 */
export function groupRoutes(app: Express): Express {
  const registering = app as unknown as Registering;
  let groups: RouteGroups | null = null;
  for (const method of METHODS) {
    const direct = registering[method].bind(app);
    registering[method] = (path, ...handlers) => {
      const key = typeof path === 'string' && handlers.length > 0 ? groupOfRoute(path) : null;
      // With one parameter, `get` reads a setting.
      if (key === null) return direct(path, ...handlers);
      if (groups === null || app.router.stack.at(-1)?.handle !== groups.dispatch) {
        groups = new RouteGroups();
        app.use(groups.dispatch);
      }
      (groups.router(key) as unknown as Registering)[method](path, ...handlers);
      return app;
    };
  }
  return app;
}

/** Routes that were registered one after another, with nothing else in between. */
class RouteGroups {
  private readonly routers = new Map<string, Router>();

  router(key: string): Router {
    const known = this.routers.get(key);
    const router = known ?? Router();
    if (known === undefined) this.routers.set(key, router);
    return router;
  }

  readonly dispatch = (request: Request, response: Response, next: NextFunction): void => {
    const [, first = '', second = ''] = FIRST_SEGMENTS.exec(request.path) ?? [];
    const router = this.routers.get(keyOf(first, second));
    if (router === undefined) next();
    else router(request, response, next);
  };
}

/** Null for a path that may match other segments than its own. */
function groupOfRoute(path: string): string | null {
  const [, first, second = ''] = LITERAL_PATH.exec(path) ?? [];
  return first === undefined || (second === '' && !/^\/[\w.-]+\/?$/.test(path)) ? null : keyOf(first, second);
}

/** Express compares without regard to case. */
function keyOf(first: string, second: string): string {
  return `${first}/${second}`.toLowerCase();
}
