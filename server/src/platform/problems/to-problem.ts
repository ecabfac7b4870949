import { HttpException } from '@nestjs/common';
import type { ProblemCode } from '#libs/problem';
import { Problem } from './problem.js';

const CODE_OF_STATUS: Readonly<Record<number, ProblemCode>> = {
  400: 'validation-failed',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'too-large',
  415: 'unsupported-media-type',
  429: 'too-many-requests',
};

/** What body-parser and its kin throw: an Error with an HTTP status and a machine-readable type. */
interface HttpError extends Error {
  status: number;
  type?: string;
}

function isHttpError(thrown: unknown): thrown is HttpError {
  return thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number';
}

/** Turns whatever a handler threw into a problem of the closed list; the unknown becomes `internal-error`. */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  if (thrown instanceof HttpException) return fromStatus(thrown.getStatus(), thrown.message, thrown);
  if (!isHttpError(thrown)) return new Problem('internal-error', undefined, { cause: thrown });
  if (thrown.type === 'entity.parse.failed') return new Problem('malformed-json', undefined, { cause: thrown });
  return fromStatus(thrown.status, thrown.message, thrown);
}

function fromStatus(status: number, message: string, cause: unknown): Problem {
  const code = CODE_OF_STATUS[status];
  return code === undefined
    ? new Problem('internal-error', undefined, { cause })
    : new Problem(code, message, { cause });
}
