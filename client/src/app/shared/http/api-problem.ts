import { HttpErrorResponse } from '@angular/common/http';
import type { DestructiveFinding } from '#libs/api';
import type { FieldError, ProblemCode, ProblemDocument } from '#libs/problem';

/** A request that did not succeed, as the server reported it (RFC 9457), or as the network did not. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';

  constructor(
    /** A code of the closed list, or `network` when no answer came. */
    readonly code: ProblemCode | 'network',
    readonly status: number,
    /** One line: what kind of thing went wrong. */
    readonly title: string,
    /** The exact words: what happened, and why when known. */
    readonly detail: string,
    readonly errors: readonly FieldError[] = [],
    /** Names the request in the server's log. */
    readonly requestId: string | null = null,
    /** With `confirmation-needed`: what the text would destroy. */
    readonly findings: readonly DestructiveFinding[] = [],
    /** After how many seconds it may be tried again; null where the server did not say. */
    readonly retryAfterS: number | null = null,
  ) {
    super(detail);
  }

  /** Turns whatever a request threw into a problem. */
  static from(error: unknown): ApiProblem {
    if (error instanceof ApiProblem) return error;
    if (!(error instanceof HttpErrorResponse)) {
      return new ApiProblem(
        'internal-error',
        0,
        'Something went wrong',
        error instanceof Error ? error.message : String(error),
      );
    }
    if (isUnanswered(error)) return new ApiProblem('network', error.status, NO_ANSWER, "Couldn't reach the server.");
    const body = parsed(error.error);
    if (isProblemDocument(body)) {
      const { code, status, title, detail, errors = [], instance, findings = [] } = body;
      return new ApiProblem(code, status, title, detail, errors, instance, findings, retryAfterS(error));
    }
    if (error.status === 413) return new ApiProblem('too-large', 413, 'The request is too large', TOO_LARGE_FOR_PROXY);
    return new ApiProblem('internal-error', error.status, `The server answered ${error.status}`, NOT_OURS);
  }
}

const NO_ANSWER = "The workbench isn't responding";
const NOT_OURS =
  "The answer isn't from the workbench, but perhaps from a proxy in front of it. Try again, or check the proxy.";
const TOO_LARGE_FOR_PROXY =
  'A proxy in front of the workbench refuses requests of this size. Its limit has to be 20 MB or more.';
/** What proxies answer while they do not reach the server behind them: RFC 9110, and Cloudflare from 520 to 530. */
const GATEWAY_STATUSES: readonly (readonly [from: number, to: number])[] = [
  [502, 504],
  [520, 530],
];

/** Whether the workbench answered nothing: no answer came, or one of a proxy, which is no problem document. */
export function isUnanswered({ status, error }: HttpErrorResponse): boolean {
  if (status === 0) return true;
  return GATEWAY_STATUSES.some(([from, to]) => status >= from && status <= to) && !isProblemDocument(parsed(error));
}

function retryAfterS({ headers }: HttpErrorResponse): number | null {
  const value = headers.get('Retry-After') ?? '';
  return /^\d{1,9}$/.test(value) ? Number(value) : null;
}

function parsed(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}

/** Whether a body is a problem as the workbench reports it; other servers have no `code` in theirs. */
export function isProblemDocument(body: unknown): body is ProblemDocument {
  if (typeof body !== 'object' || body === null) return false;
  const candidate = body as Partial<Record<keyof ProblemDocument, unknown>>;
  return (
    typeof candidate.code === 'string' && typeof candidate.title === 'string' && typeof candidate.detail === 'string'
  );
}
