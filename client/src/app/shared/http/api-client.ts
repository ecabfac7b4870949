import { HttpClient } from '@angular/common/http';
import type { HttpParams } from '@angular/common/http';
import { inject, Service } from '@angular/core';
import { catchError, firstValueFrom, fromEvent, merge, NEVER, takeUntil, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import { ApiProblem } from './api-problem';

/** Query parameters; null and undefined are left out. */
export type Query = Record<string, string | number | boolean | null | undefined>;

/** The one door to the API. Paths are relative to `/api`; every failure is an `ApiProblem`. */
@Service()
export class ApiClient {
  private readonly http = inject(HttpClient);

  /** Reads a resource. */
  get<T>(path: string, query?: Query): Promise<T> {
    return this.settle(this.http.get<T>(url(path), { params: parameters(query) }));
  }

  /** Reads a resource that is text, such as a file. */
  getText(path: string): Promise<string> {
    return this.settle(this.http.get(url(path), { responseType: 'text' }));
  }

  /** Creates a resource or starts an action. A signal that fires stops the request; the promise then never settles. */
  post<T>(path: string, body: unknown = {}, stop?: AbortSignal): Promise<T> {
    const answer = this.http.post<T>(url(path), body);
    return this.settle(stop ? merge(answer.pipe(takeUntil(fromEvent(stop, 'abort'))), NEVER) : answer);
  }

  /** Replaces a resource. With `keepalive` a request of at most 64 KB outlives the page that sends it. */
  put<T>(path: string, body: unknown, { keepalive = false } = {}): Promise<T> {
    return this.settle(this.http.put<T>(url(path), body, { keepalive }));
  }

  /** Deletes a resource. */
  delete(path: string): Promise<void> {
    return this.settle(this.http.delete<undefined>(url(path)));
  }

  /** The same as `get`, as a stream that stops the request when its last subscriber leaves. */
  get$<T>(path: string, query?: Query): Observable<T> {
    return orProblem(this.http.get<T>(url(path), { params: parameters(query) }));
  }

  private settle<T>(answer: Observable<T>): Promise<T> {
    return firstValueFrom(orProblem(answer));
  }
}

function orProblem<T>(answer: Observable<T>): Observable<T> {
  return answer.pipe(catchError((error: unknown) => throwError(() => ApiProblem.from(error))));
}

function url(path: string): string {
  return `/api/${path.replace(/^\//, '')}`;
}

function parameters(query: Query = {}): HttpParams | Record<string, string | number | boolean> {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given) as Record<string, string | number | boolean>;
}
