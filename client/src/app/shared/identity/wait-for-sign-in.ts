import type { HttpInterceptorFn } from '@angular/common/http';
import { inject, Injector } from '@angular/core';
import { catchError, from, switchMap, throwError } from 'rxjs';
import { ApiProblem } from '../http/api-problem';
import { Identity } from './identity';

const SIGN_IN = '/api/auth/';

/**
 * Holds what the server refuses because it does not know the person any more, and sends it again when they have
 * signed in. A refused request has done nothing, so nothing is done twice.
 */
export const waitForSignIn: HttpInterceptorFn = (request, next) => {
  const injector = inject(Injector);
  return next(request).pipe(
    catchError((error: unknown) => {
      const isUnknown = ApiProblem.from(error).code === 'unauthenticated' && !request.url.startsWith(SIGN_IN);
      if (!isUnknown) return throwError(() => error);
      const identity = injector.get(Identity);
      if (identity.me() === null || !identity.asksForSignIn()) return throwError(() => error);
      return from(identity.renewal()).pipe(switchMap(() => next(request)));
    }),
  );
};
