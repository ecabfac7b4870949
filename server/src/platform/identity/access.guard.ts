import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { judgeRoute } from '#libs/access';
import type { RouteRule } from '#libs/access';
import { EventBus } from '../events/event-bus.js';
import { RepeatedActions } from '../events/repeated-actions.js';
import { Problem } from '../problems/problem.js';
import { ROUTE_RULE, TOKEN_IN_QUERY } from './allow.js';
import { Identification } from './identification.js';
import { OpenRequests } from './open-requests.js';

/** Checks every request against the rule of its route. A route without a rule refuses everybody. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly events: EventBus,
    private readonly identification: Identification,
    private readonly repeats: RepeatedActions,
    private readonly open: OpenRequests,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    if (!this.takesTokenInQuery(context) || request.query.token === undefined) return this.judge(context, request);
    const identified = this.identifyByQuery(
      request,
      request.query.token,
      context.switchToHttp().getResponse<Response>(),
    );
    return identified.then(() => this.judge(context, request));
  }

  private judge(context: ExecutionContext, request: Request): boolean {
    const rule = this.reflector.getAllAndOverride<RouteRule | undefined>(ROUTE_RULE, [
      context.getHandler(),
      context.getClass(),
    ]);
    const actor = request.actor ?? null;
    const verdict = rule === undefined ? 'forbidden' : judgeRoute(rule, actor);
    if (verdict === 'allowed') {
      this.open.requireValid(context.switchToHttp().getResponse<Response>());
      return true;
    }
    if (verdict === 'unauthenticated') throw request.refusal ?? new Problem('unauthenticated');
    this.recordDenial(request);
    throw new Problem('forbidden');
  }

  private takesTokenInQuery(context: ExecutionContext): boolean {
    const places = [context.getHandler(), context.getClass()];
    return this.reflector.getAllAndOverride<boolean | undefined>(TOKEN_IN_QUERY, places) ?? false;
  }

  private async identifyByQuery(request: Request, token: unknown, response: Response): Promise<void> {
    request.actor = await this.identification.identifyToken(typeof token === 'string' ? token : '', request);
    this.open.add(request.actor, response);
  }

  private recordDenial(request: Request): void {
    const { actor, method, path } = request;
    if (!actor) return;
    const object = { kind: 'route', id: `${method} ${path}`, name: null };
    const fact = { action: 'access.denied', actor, outcome: 'denied', object, details: {} } as const;
    const who = `${actor.userId} ${actor.tokenId ?? ''}`;
    const place = { key: `${who} ${object.id}`, group: `access.denied ${who}` };
    if (this.repeats.note(fact, place).isNew) this.events.publish('action.performed', fact);
  }
}
