import { SetMetadata } from '@nestjs/common';
import type { CustomDecorator } from '@nestjs/common';
import { DEFAULT_BODY_LIMITS, TEXT_BODY_LIMITS } from '#libs/request-limits';
import type { BodyLimits } from '#libs/request-limits';

/** Where the limits of a route's body are kept. */
export const BODY_LIMITS = 'workbench:body-limits';

/** Declares what the body of a route may hold where that differs from `DEFAULT_BODY_LIMITS`. */
export function LimitBody(limits: Partial<BodyLimits>): CustomDecorator {
  return SetMetadata(BODY_LIMITS, { ...DEFAULT_BODY_LIMITS, ...limits });
}

/** Declares a route that takes a text of up to 12 MB, of any characters: the service or the database judges them. */
export function TakesText(limits: Partial<BodyLimits> = {}): CustomDecorator {
  return SetMetadata(BODY_LIMITS, { ...TEXT_BODY_LIMITS, ...limits });
}
