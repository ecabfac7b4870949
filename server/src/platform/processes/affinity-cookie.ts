import { randomBytes } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { parseCookie } from 'cookie';
import type { CookieOptions, NextFunction, Request, Response } from 'express';
import type { WorkbenchConfig } from '../config/workbench-config.js';

/** A cookie by whose value a proxy keeps a browser at one of several processes. */
export const AFFINITY_COOKIE = 'workbench_affinity';
const VALUE_BYTES = 12;

/**
 * Gives each browser a random value that stays as it is, where the state may be shared by several processes. It means
 * nothing to the workbench: a proxy chooses the process by its hash.
 */
export function setAffinityCookie(app: NestExpressApplication, config: WorkbenchConfig): void {
  if (config.stateDatabaseUrl === null) return;
  const secure = config.publicUrl.startsWith('https:');
  const options: CookieOptions = { httpOnly: true, sameSite: 'lax', path: '/', secure };
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (isOfBrowser(request) && parseCookie(request.headers.cookie ?? '')[AFFINITY_COOKIE] === undefined) {
      response.cookie(AFFINITY_COOKIE, randomBytes(VALUE_BYTES).toString('base64url'), options);
    }
    next();
  });
}

/** A page, or data for one: files that browsers and proxies may share carry no cookie. */
function isOfBrowser({ path, headers }: Request): boolean {
  if (headers.authorization !== undefined || path === '/api/health') return false;
  return path.startsWith('/api/') || (headers.accept ?? '').includes('text/html');
}
