import { HttpClient } from '@angular/common/http';
import { inject, Service } from '@angular/core';
import { catchError, firstValueFrom, fromEvent, merge, NEVER, takeUntil, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import type {
  AddressOf,
  Answer,
  AnyCall,
  CallArgument,
  CallOf,
  JsonPath,
  PathOf,
  QueryValue,
  TextPath,
} from './api-call';
import { ApiProblem } from './api-problem';
import { filledPath } from './api-url';

/** A signal that fires stops the request; the promise then never settles. */
interface Stoppable {
  readonly stop?: AbortSignal;
}

/** With `keepalive` a request of at most 64 KB outlives the page that sends it. */
interface Lasting {
  readonly keepalive?: boolean;
}

/**
 * The one door to the API. A path is one of its description, which says by type what has to be named of path, query and
 * body, and what the answer is; every failure is an `ApiProblem`.
 */
@Service()
export class ApiClient {
  private readonly http = inject(HttpClient);

  /** Reads a resource. */
  get<P extends JsonPath<'get'>>(
    path: P,
    ...call: CallArgument<CallOf<'get', P> & Stoppable>
  ): Promise<Answer<'get', P>>;
  get(path: string, { stop, ...call }: AnyCall & Stoppable = {}): Promise<unknown> {
    return settle(this.http.get(filledPath(path, call.path), { params: parameters(call) }), stop);
  }

  /** Reads a resource that is text, such as YAML. */
  getText<P extends TextPath<'get'>>(path: P, ...call: CallArgument<CallOf<'get', P>>): Promise<string>;
  getText(path: string, call: AnyCall = {}): Promise<string> {
    return settle(this.http.get(filledPath(path, call.path), { params: parameters(call), responseType: 'text' }));
  }

  /** Creates a resource or starts an action. */
  post<P extends PathOf<'post'>>(
    path: P,
    ...call: CallArgument<CallOf<'post', P> & Stoppable>
  ): Promise<Answer<'post', P>>;
  post(path: string, { body = {}, stop, ...call }: AnyCall & Stoppable = {}): Promise<unknown> {
    return settle(this.http.post(filledPath(path, call.path), body, { params: parameters(call) }), stop);
  }

  /** Replaces a resource. */
  put<P extends PathOf<'put'>>(path: P, ...call: CallArgument<CallOf<'put', P> & Lasting>): Promise<Answer<'put', P>>;
  put(path: string, { body, keepalive = false, ...call }: AnyCall & Lasting = {}): Promise<unknown> {
    return settle(this.http.put(filledPath(path, call.path), body, { params: parameters(call), keepalive }));
  }

  /** Replaces a resource by bytes. */
  putBytes<P extends PathOf<'put'>>(
    path: P,
    call: AddressOf<'put', P> & { readonly bytes: Blob },
  ): Promise<Answer<'put', P>>;
  putBytes(path: string, { bytes, ...call }: AnyCall & { readonly bytes: Blob }): Promise<unknown> {
    return settle(this.http.put(filledPath(path, call.path), bytes, { params: parameters(call) }));
  }

  /** Deletes a resource. */
  delete<P extends PathOf<'delete'>>(path: P, ...call: CallArgument<CallOf<'delete', P>>): Promise<Answer<'delete', P>>;
  delete(path: string, call: AnyCall = {}): Promise<unknown> {
    return settle(this.http.delete(filledPath(path, call.path), { params: parameters(call) }));
  }
}

function settle<T>(answer: Observable<T>, stop?: AbortSignal): Promise<T> {
  const stoppable = stop ? merge(answer.pipe(takeUntil(fromEvent(stop, 'abort'))), NEVER) : answer;
  return firstValueFrom(stoppable.pipe(catchError((error: unknown) => throwError(() => ApiProblem.from(error)))));
}

/** The query as it is sent. */
function parameters({ query = {} }: AnyCall): Record<string, string | number | boolean> {
  return Object.fromEntries(Object.entries(query).filter(isGiven));
}

function isGiven(entry: [string, QueryValue]): entry is [string, string | number | boolean] {
  return entry[1] !== null && entry[1] !== undefined;
}
