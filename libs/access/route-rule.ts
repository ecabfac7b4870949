import type { Actor } from './actor.js';
import { hasScope } from './scope.js';
import type { Scope } from './scope.js';

/**
 * Who may call a route. `anyone`: also without sign-in; `signed-in`: everybody with an identity whose token, if they use
 * one, has the scope; `admin`: administrators only, and likewise; `token`: only with an API token, in both modes.
 */
export type RouteRule =
  | { readonly who: 'anyone' }
  | {
      readonly who: 'signed-in' | 'admin' | 'token';
      readonly scope: Scope;
      /** Scopes that are needed besides: what the route saves is run later, with more rights than its caller has. */
      readonly also?: readonly Scope[];
    };

/** `unauthenticated` is for those of whom nothing is known (401), `forbidden` for those who may not (403). */
export type RouteVerdict = 'allowed' | 'unauthenticated' | 'forbidden';

/** Decides whether `actor` (null: not signed in) may call a route of that rule. */
export function judgeRoute(rule: RouteRule, actor: Actor | null): RouteVerdict {
  if (rule.who === 'anyone') return 'allowed';
  if (actor === null) return 'unauthenticated';
  if (rule.who === 'token' && actor.tokenId === null) return 'unauthenticated';
  const needed = [rule.scope, ...(rule.also ?? [])];
  if (!needed.every((scope) => hasScope(actor.scopes, scope))) return 'forbidden';
  return rule.who === 'admin' && actor.role !== 'admin' ? 'forbidden' : 'allowed';
}
