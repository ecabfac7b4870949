import { RequestMethod } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import type { RouteRule } from '#libs/access';
import { DEFAULT_BODY_LIMITS } from '#libs/request-limits';
import type { BodyLimits } from '#libs/request-limits';
import { BODY_LIMITS, ROUTE_RULE } from '../platform/index.js';

/** One route of a running application, as Nest knows it. */
export interface Route {
  /** `GET /api/studio/runs/:id`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Null where no rule is declared. */
  readonly rule: RouteRule | null;
  readonly bodyLimits: BodyLimits;
}

/** Every route of the controllers of a running application, by name. */
export function routesOf(app: INestApplication): Route[] {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  const types = new Set(controllers.map(({ metatype }) => metatype as Handler));
  return [...types].flatMap(routesOfController).sort((a, b) => (a.name < b.name ? -1 : 1));
}

type Handler = new () => object;

function routesOfController(controller: Handler): Route[] {
  const prototype = controller.prototype as Record<string, object>;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    const method =
      handler === undefined ? undefined : (Reflect.getMetadata(METHOD_METADATA, handler) as number | undefined);
    if (handler === undefined || method === undefined) return [];
    const path = [pathOf(controller), pathOf(handler)].filter((part) => part !== '/' && part !== '').join('/');
    const rule = ruleOf(handler) ?? ruleOf(controller) ?? null;
    const verb = RequestMethod[method] ?? 'GET';
    const bodyLimits = limitsOf(handler) ?? limitsOf(controller) ?? DEFAULT_BODY_LIMITS;
    return [{ name: `${verb} /${path}`, method: verb, path: `/${path}`, rule, bodyLimits }];
  });
}

function pathOf(target: object): string {
  return String(Reflect.getMetadata(PATH_METADATA, target) ?? '').replace(/^\/|\/$/g, '');
}

function ruleOf(target: object): RouteRule | undefined {
  return Reflect.getMetadata(ROUTE_RULE, target) as RouteRule | undefined;
}

function limitsOf(target: object): BodyLimits | undefined {
  return Reflect.getMetadata(BODY_LIMITS, target) as BodyLimits | undefined;
}
