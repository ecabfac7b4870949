import { SetMetadata } from '@nestjs/common';
import type { CustomDecorator } from '@nestjs/common';
import type { RouteRule, Scope } from '#libs/access';

/** Where a route's rule is kept. */
export const ROUTE_RULE = 'workbench:route-rule';

/**
 * Lets in everybody with an identity; an API token needs `scope`, and those of `also`. On a controller, or on a route to
 * differ from it.
 */
export function Allow(scope: Scope, ...also: Scope[]): CustomDecorator {
  return allow({ who: 'signed-in', scope, ...(also.length > 0 ? { also } : {}) });
}

/** Lets in everybody, also without an identity. */
export function AllowAnyone(): CustomDecorator {
  return allow({ who: 'anyone' });
}

/** Lets in administrators; their API tokens need the scope `admin`. */
export function AllowAdmin(): CustomDecorator {
  return allow({ who: 'admin', scope: 'admin' });
}

/** Lets in API tokens with `scope` only, also in single-user mode. */
export function AllowToken(scope: Scope): CustomDecorator {
  return allow({ who: 'token', scope });
}

/** Where a route says that it takes an API token in its query. */
export const TOKEN_IN_QUERY = 'workbench:token-in-query';

/**
 * Takes an API token also as the query parameter `token`, for programs that can send nothing but an address. It wins over
 * whatever else the request carries. No other route looks at such a parameter.
 */
export function TokenInQuery(): CustomDecorator {
  return SetMetadata(TOKEN_IN_QUERY, true);
}

function allow(rule: RouteRule): CustomDecorator {
  return SetMetadata(ROUTE_RULE, rule);
}
