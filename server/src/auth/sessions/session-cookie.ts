import { Inject, Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import { WORKBENCH_CONFIG } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';

const NAME = 'workbench_session';

/** Where a browser keeps its sign-in: out of reach of scripts and, behind https, of other hosts and of the network. */
@Injectable()
export class SessionCookie {
  private readonly name: string;
  private readonly options: CookieOptions;

  constructor(@Inject(WORKBENCH_CONFIG) config: WorkbenchConfig) {
    const secure = config.publicUrl.startsWith('https:');
    // The prefix makes browsers refuse the cookie from anything but https and this very host.
    this.name = secure ? `__Host-${NAME}` : NAME;
    this.options = { httpOnly: true, sameSite: 'lax', path: '/', secure };
  }

  /** What the cookie says, or null. */
  read(request: Request): string | null {
    const { cookie } = request.headers;
    return cookie === undefined ? null : (parseCookie(cookie)[this.name] ?? null);
  }

  /** Has the browser keep a sign-in until it ends by itself, in milliseconds since the epoch. */
  write(response: Response, secret: string, expiresAt: number): void {
    response.cookie(this.name, secret, { ...this.options, expires: new Date(expiresAt) });
  }

  /** Has the browser forget its sign-in. */
  clear(response: Response): void {
    response.clearCookie(this.name, this.options);
  }
}
