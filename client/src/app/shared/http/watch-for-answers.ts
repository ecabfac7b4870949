import { HttpErrorResponse } from '@angular/common/http';
import type { HttpInterceptorFn } from '@angular/common/http';
import { inject, Injector } from '@angular/core';
import { catchError, throwError } from 'rxjs';
import type { PathOf } from './api-call';
import { isUnanswered } from './api-problem';
import { ServerState } from './server-state';

const HEALTH: PathOf<'get'> = '/api/health';

/** Reports to `ServerState` every request that got no answer, or that the state of the workbench refused. */
export const watchForAnswers: HttpInterceptorFn = (request, next) => {
  const injector = inject(Injector);
  return next(request).pipe(
    catchError((error: unknown) => {
      if (error instanceof HttpErrorResponse && request.url !== HEALTH) {
        if (isUnanswered(error)) injector.get(ServerState).reportNoAnswer();
        else if (error.status === 503) injector.get(ServerState).reportError(error.error);
      }
      return throwError(() => error);
    }),
  );
};
