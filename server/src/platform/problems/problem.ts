import { PROBLEMS } from '#libs/problem';
import type { FieldError, ProblemCode } from '#libs/problem';

/** Ends a request with an RFC 9457 answer. `detail` is shown to people: it never carries a secret, a path or a stack. */
export class Problem extends Error {
  readonly status: number;
  readonly errors: readonly FieldError[];

  constructor(
    readonly code: ProblemCode,
    readonly detail?: string,
    options: { errors?: readonly FieldError[]; cause?: unknown } = {},
  ) {
    super(detail ?? PROBLEMS[code].title, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'Problem';
    this.status = PROBLEMS[code].status;
    this.errors = options.errors ?? [];
  }
}
