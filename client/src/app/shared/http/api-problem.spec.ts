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

  it('names the status of an answer that is no problem document', () => {
    const problem = ApiProblem.from(new HttpErrorResponse({ status: 504, error: '<html>Bad gateway</html>' }));
    expect([problem.code, problem.title]).toEqual(['internal-error', 'The server answered 504']);
  });

  it('passes a problem through and wraps anything else', () => {
    const problem = new ApiProblem('network', 0, 'a', 'b');
    expect(ApiProblem.from(problem)).toBe(problem);
    expect(ApiProblem.from(new TypeError('x is undefined')).detail).toBe('x is undefined');
    expect(ApiProblem.from('odd').detail).toBe('odd');
  });
});
