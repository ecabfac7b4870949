import { PROBLEMS } from '#libs/problem';
import type { FieldError, ProblemCode, ProblemDetails } from '#libs/problem';

/** Ends a request with an RFC 9457 answer. `detail` is shown to people: it never carries a secret, a path or a stack. */
export class Problem extends Error {
  readonly status: number;
  readonly errors: readonly FieldError[];
  /** Whole seconds after which asking again makes sense, for the `Retry-After` header; null where that is unknown. */
  readonly retryAfterS: number | null;
  readonly findings: NonNullable<ProblemDetails['findings']>;

  constructor(
    readonly code: ProblemCode,
    readonly detail?: string,
    options: ProblemDetails & { cause?: unknown; retryAfterMs?: number } = {},
  ) {
    super(detail ?? PROBLEMS[code].title, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'Problem';
    this.status = PROBLEMS[code].status;
    this.errors = options.errors ?? [];
    this.retryAfterS = options.retryAfterMs === undefined ? null : Math.max(1, Math.ceil(options.retryAfterMs / 1000));
    this.findings = options.findings ?? [];
  }
}
