import { NotFoundException } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { Problem } from './problem.js';
import { toProblem } from './to-problem.js';
import { fieldErrors } from './validation.js';

const httpError = (status: number, type?: string) =>
  Object.assign(new Error('from the body parser'), { status, ...(type ? { type } : {}) });

describe('toProblem', () => {
  it.each([
    ['a problem as it is', new Problem('run-not-found'), 'run-not-found', 404],
    ['an unknown route', new NotFoundException(), 'not-found', 404],
    ['broken JSON', httpError(400, 'entity.parse.failed'), 'malformed-json', 400],
    ['a body that is too large', httpError(413, 'entity.too.large'), 'too-large', 413],
    ['an unknown charset', httpError(415, 'charset.unsupported'), 'unsupported-media-type', 415],
    ['an aborted request', httpError(400, 'request.aborted'), 'validation-failed', 400],
    ['an unforeseen status', httpError(418), 'internal-error', 500],
    ['any other error', new Error('secret path /root/x'), 'internal-error', 500],
    ['something that is no error', 'boom', 'internal-error', 500],
  ])('answers %s', (_, thrown, code, status) => {
    const problem = toProblem(thrown);
    expect([problem.code, problem.status]).toEqual([code, status]);
  });

  it('never shows the message of what it did not expect', () => {
    expect(toProblem(new Error('secret path /root/x')).detail).toBeUndefined();
  });
});

describe('fieldErrors', () => {
  it('points into nested members with escaped names', () => {
    const error = {
      property: 'pool',
      children: [{ property: 'a/b~c', constraints: { isInt: 'must be an integer', min: 'must be at least 1' } }],
    };
    expect(fieldErrors(error, '')).toEqual([
      { pointer: '/pool/a~1b~0c', detail: 'must be an integer' },
      { pointer: '/pool/a~1b~0c', detail: 'must be at least 1' },
    ]);
  });
});
