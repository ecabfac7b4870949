import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { LOCAL_ACTOR } from '#libs/access';
import type { Actor } from '#libs/access';
import { WORKBENCH_CONFIG } from '../config/workbench-config.js';
import type { WorkbenchConfig } from '../config/workbench-config.js';
import { Problem } from '../problems/problem.js';

/** Finds out who sends a request: null without credentials. Throws a `Problem` for credentials that are not good. */
export type Identify = (request: Request) => Actor | null | Promise<Actor | null>;

/** Finds out whose API token this is; throws `unauthenticated`. */
export type IdentifyToken = (token: string, request: Request) => Actor | Promise<Actor>;

/** How requests are identified. Without anybody to say how: in single-user mode as its one person, else not at all. */
@Injectable()
export class Identification {
  private identifyRequest: Identify;
  private identifyBearer: IdentifyToken = () => {
    throw new Problem('unauthenticated');
  };

  constructor(@Inject(WORKBENCH_CONFIG) config: WorkbenchConfig) {
    const actor = config.mode === 'single' ? LOCAL_ACTOR : null;
    this.identifyRequest = () => actor;
  }

  /** Replaces the way in which requests are identified from now on, and API tokens where a route finds one by itself. */
  use(identify: Identify, identifyToken = this.identifyBearer): void {
    this.identifyRequest = identify;
    this.identifyBearer = identifyToken;
  }

  /** Whose API token `token` is; throws `unauthenticated`. */
  identifyToken(token: string, request: Request): Actor | Promise<Actor> {
    return this.identifyBearer(token, request);
  }

  identify(request: Request): Actor | null | Promise<Actor | null> {
    return this.identifyRequest(request);
  }
}
