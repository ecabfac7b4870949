import { HttpErrorResponse } from '@angular/common/http';
import { describe, expect, it } from '@jest/globals';
import { problemDocument } from '#libs/problem';
import { ApiProblem } from './api-problem';

describe('ApiProblem', () => {
  it('carries what a problem document says', () => {
    const errors = [{ pointer: '/host', detail: 'host must not be empty' }];
    const error = problemDocument('validation-failed', 'req-7', 'Two fields are wrong', errors);
    const problem = ApiProblem.from(new HttpErrorResponse({ status: 400, error }));
    expect(problem).toMatchObject({
      code: 'validation-failed',
      status: 400,
      title: 'The request is not well formed',
      detail: 'Two fields are wrong',
      requestId: 'req-7',
      errors,
    });
  });

  it('reads a problem document that arrived as text', () => {
    const error = JSON.stringify(problemDocument('run-not-found', 'req-8'));
    expect(ApiProblem.from(new HttpErrorResponse({ status: 404, error })).code).toBe('run-not-found');
  });

  it('says that nobody answered', () => {
    const problem = ApiProblem.from(new HttpErrorResponse({ status: 0, error: new ProgressEvent('error') }));
    expect([problem.code, problem.detail]).toEqual(['network', "Couldn't reach the server."]);
  });

  it.each([502, 503, 504, 520, 522, 530])('takes a %i of a proxy for no answer', (status) => {
    for (const error of ['<html>Bad gateway</html>', null, { message: 'no upstream' }]) {
      expect(ApiProblem.from(new HttpErrorResponse({ status, error }))).toMatchObject({ code: 'network', status });
    }
  });

  it('takes a problem document for an answer of the workbench, whatever its status', () => {
    const refusal = problemDocument('state-unavailable', 'r');
    for (const error of [refusal, JSON.stringify(refusal)]) {
      expect(ApiProblem.from(new HttpErrorResponse({ status: 503, error })).code).toBe('state-unavailable');
    }
  });

  it('says that a proxy refused a large request', () => {
    const problem = ApiProblem.from(new HttpErrorResponse({ status: 413, error: '<html>Too large</html>' }));
    expect([problem.code, problem.detail]).toEqual(['too-large', expect.stringMatching(/^A proxy in front/)]);
  });

  it.each([500, 505, 519, 531, 418])('names the status %i of an answer that is no problem document', (status) => {
    const problem = ApiProblem.from(new HttpErrorResponse({ status, error: '<html>Elsewhere</html>' }));
    expect([problem.code, problem.title]).toEqual(['internal-error', `The server answered ${status}`]);
    expect(problem.detail).toMatch(/^The answer isn't from the workbench/);
  });

  it('passes a problem through and wraps anything else', () => {
    const problem = new ApiProblem('network', 0, 'a', 'b');
    expect(ApiProblem.from(problem)).toBe(problem);
    expect(ApiProblem.from(new TypeError('x is undefined')).detail).toBe('x is undefined');
    expect(ApiProblem.from('odd').detail).toBe('odd');
  });
});
