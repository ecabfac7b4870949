import { HttpErrorResponse } from '@angular/common/http';
import type { HttpInterceptorFn } from '@angular/common/http';
import { inject, Injector } from '@angular/core';
import { catchError, throwError } from 'rxjs';
import { ServerState } from './server-state';

const HEALTH = '/api/health';

/** Tells `ServerState` of every request that got no answer. */
export const watchForAnswers: HttpInterceptorFn = (request, next) => {
  const injector = inject(Injector);
  return next(request).pipe(
    catchError((error: unknown) => {
      const hasNoAnswer = error instanceof HttpErrorResponse && error.status === 0;
      if (hasNoAnswer && request.url !== HEALTH) injector.get(ServerState).reportNoAnswer();
      return throwError(() => error);
    }),
  );
};
