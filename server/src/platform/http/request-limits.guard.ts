import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { ANONYMOUS_BODY_BYTES, DEFAULT_BODY_LIMITS, queryFault } from '#libs/request-limits';
import type { BodyLimits } from '#libs/request-limits';
import { OpenRequests } from '../identity/open-requests.js';
import { Problem } from '../problems/problem.js';
import { BODY_LIMITS } from './body-limits.js';
import { readJsonBody } from './read-json-body.js';

/** Methods whose body no route reads. */
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'DELETE']);

/**
 * Refuses requests beyond the limits of their route before validation sees them. It runs after `AccessGuard`: the body of
 * a caller who may not use the route is never read.
 */
@Injectable()
export class RequestLimitsGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly open: OpenRequests,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.switchToHttp().getRequest<Request>();
    refuseAddress(request.url);
    return WITHOUT_BODY.has(request.method) ? true : this.readBody(context, request);
  }

  private async readBody(context: ExecutionContext, request: Request): Promise<true> {
    const places = [context.getHandler(), context.getClass()];
    const limits = this.reflector.getAllAndOverride<BodyLimits | undefined>(BODY_LIMITS, places) ?? DEFAULT_BODY_LIMITS;
    const isKnown = (request.actor ?? null) !== null;
    const bytes = isKnown ? limits.bytes : Math.min(limits.bytes, ANONYMOUS_BODY_BYTES);
    request.body = await readJsonBody(request, { ...limits, bytes });
    // A caller may hold the body back until they have lost their rights.
    this.open.requireValid(context.switchToHttp().getResponse<Response>());
    return true;
  }
}

/** A NUL in a path names nothing, and not every state database can be asked about it. */
function refuseAddress(url: string): void {
  const mark = url.indexOf('?');
  if (mark === -1) return;
  const fault = queryFault(url.slice(mark + 1));
  if (fault === null) return;
  const { code, pointer, detail } = fault;
  throw new Problem(code, detail, pointer === '' ? {} : { errors: [{ pointer, detail }] });
}
