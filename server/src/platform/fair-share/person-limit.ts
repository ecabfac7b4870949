import { Inject, Injectable, SetMetadata } from '@nestjs/common';
import type { CanActivate, CustomDecorator, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { personLimitText } from '#libs/fair-share';
import type { PersonLimits } from '#libs/fair-share';
import { WORKBENCH_CONFIG } from '../config/workbench-config.js';
import type { WorkbenchConfig } from '../config/workbench-config.js';
import { OpenRequests } from '../identity/open-requests.js';
import { Problem } from '../problems/problem.js';
import { SlotQueue, SlotRefused } from './slot-queue.js';

const PERSON_LIMIT = 'workbench:person-limit';
const MAX_WAITING_PER_PERSON = 200;
const UNBOUNDED = 1_000_000;
const RETRY_AFTER_MS = 5_000;

/** Answers only so many requests of one person to such a route at once; further ones wait for their turn, but streams. */
export function PersonLimit(limit: keyof PersonLimits): CustomDecorator {
  return SetMetadata(PERSON_LIMIT, limit);
}

/** Keeps each person within what `PersonLimit` says of a route. Throws `person-limit`. */
@Injectable()
export class PersonLimitGuard implements CanActivate {
  private readonly queues = new Map<keyof PersonLimits, SlotQueue<null>>();

  constructor(
    private readonly reflector: Reflector,
    private readonly open: OpenRequests,
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const places = [context.getHandler(), context.getClass()];
    const limit = this.reflector.getAllAndOverride<keyof PersonLimits | undefined>(PERSON_LIMIT, places);
    const http = context.switchToHttp();
    const { actor } = http.getRequest<Request>();
    if (limit === undefined || !actor) return true;
    return this.admit(limit, actor.userId, http.getResponse<Response>());
  }

  private async admit(limit: keyof PersonLimits, key: string, response: Response): Promise<boolean> {
    const gone = new AbortController();
    const onGone = (): void => gone.abort();
    response.once('close', onGone);
    try {
      // A stream stays for hours, so waiting for one to end does not help.
      const waitMs = limit === 'streams' ? 0 : this.config.sessionWaitMs;
      const slot = await this.queueOf(limit).acquire({ key, value: null, signal: gone.signal, waitMs });
      response.once('close', () => slot.release());
      if (response.destroyed) slot.release();
    } catch (error) {
      if (!(error instanceof SlotRefused))
        throw new Problem('too-many-requests', 'The request was cancelled while it waited. Send it again.');
      const text = personLimitText(limit, this.config.personLimits[limit]);
      throw new Problem('person-limit', text, { retryAfterMs: RETRY_AFTER_MS });
    } finally {
      response.off('close', onGone);
    }
    this.open.requireValid(response);
    return true;
  }

  private queueOf(limit: keyof PersonLimits): SlotQueue<null> {
    const known = this.queues.get(limit);
    if (known !== undefined) return known;
    const queue = new SlotQueue<null>({
      ...{ capacity: UNBOUNDED, perKey: this.config.personLimits[limit] },
      ...{ maxWaitingPerKey: MAX_WAITING_PER_PERSON, maxWaiting: UNBOUNDED },
    });
    this.queues.set(limit, queue);
    return queue;
  }
}
