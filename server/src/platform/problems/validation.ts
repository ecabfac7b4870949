import { ValidationPipe } from '@nestjs/common';
import type { ArgumentMetadata } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { MAX_PROBLEM_ERRORS } from '#libs/problem';
import type { FieldError } from '#libs/problem';
import { wrapAsSent } from './as-sent.js';
import { Problem } from './problem.js';
import { rememberConstraints } from './remembered-constraints.js';

class BodyPipe extends ValidationPipe {
  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    return super.transform(wrapAsSent(value, metadata.metatype), metadata) as Promise<unknown>;
  }
}

/** Checks bodies and queries against their classes; unknown members are mistakes. Reports the first mistakes together. */
export function validationPipe(): ValidationPipe {
  rememberConstraints();
  return new BodyPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    validationError: { target: false, value: false },
    exceptionFactory: (errors) => new Problem('validation-failed', undefined, { errors: firstMistakes(errors) }),
  });
}

function firstMistakes(errors: readonly ValidationError[]): FieldError[] {
  const found: FieldError[] = [];
  for (const error of errors) {
    if (found.length >= MAX_PROBLEM_ERRORS) break;
    found.push(...fieldErrors(error, ''));
  }
  return found;
}

/** One entry a broken constraint; the pointer is a JSON pointer into the body (RFC 6901). */
export function fieldErrors(error: ValidationError, parent: string): FieldError[] {
  const pointer = `${parent}/${error.property.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const own = Object.values(error.constraints ?? {}).map((detail) => ({ pointer, detail }));
  return [...own, ...(error.children ?? []).flatMap((child) => fieldErrors(child, pointer))];
}
