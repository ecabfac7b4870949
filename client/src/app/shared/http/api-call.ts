import type { components } from '#api-operations';

/** Every operation of the API by method and path, written at build from the server's controllers. */
type Operations = components['schemas']['ApiOperations'];

/** The methods of HTTP that the API uses, in lower case. */
export type Method = keyof Operations;

/** The paths of a method as the description of the API writes them: `/api/scheduler/jobs/{id}`. */
export type PathOf<M extends Method> = keyof Operations[M] & string;

/** Those of them whose answer is JSON. */
export type JsonPath<M extends Method> = PathWith<M, { answer: unknown }>;

/** Those of them whose answer is a text, such as YAML. */
export type TextPath<M extends Method> = PathWith<M, { text: string }>;

/** Those of them whose answer is a file or a stream. */
export type StreamPath<M extends Method> = PathWith<M, { stream: string }>;

/** What an operation answers where it succeeds; undefined where that is no JSON. */
export type Answer<M extends Method, P> = Operation<M, P> extends { answer: infer A } ? A : undefined;

/** The body of a request; undefined where an operation takes none. */
export type BodyOf<M extends Method, P> = Operation<M, P> extends { body: infer B } ? Sent<B> : undefined;

/** What a call of an operation names: the parameters of its path, its query and its body. */
export type CallOf<M extends Method, P extends string> = AddressOf<M, P> & BodyPart<Operation<M, P>>;

/** What of a call is in its address. */
export type AddressOf<M extends Method, P extends string> = PathPart<P> & QueryPart<Operation<M, P>>;

/** The names of the parameters of a path. */
export type ParameterOf<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

/** The last argument of a call; it may be left out where nothing has to be named. */
export type CallArgument<Call> = Partial<Call> extends Call ? [call?: Call] : [call: Call];

/** Any call, as it is sent. A parameter of the query that is null or undefined is left out. */
export interface AnyCall {
  readonly path?: PathParameters;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
}

export type PathParameters = Readonly<Record<string, string | number>>;
export type QueryValue = string | number | boolean | null | undefined;

type Operation<M extends Method, P> = P extends keyof Operations[M] ? Operations[M][P] : never;

type PathWith<M extends Method, Shape> = {
  [P in PathOf<M>]: Operation<M, P> extends Shape ? P : never;
}[PathOf<M>];

type PathPart<P extends string> = [ParameterOf<P>] extends [never]
  ? { readonly path?: undefined }
  : { readonly path: Readonly<Record<ParameterOf<P>, string | number>> };

type QueryPart<O> = O extends { query: infer Q }
  ? Partial<Q> extends Q
    ? { readonly query?: OrNull<Q> }
    : { readonly query: OrNull<Q> }
  : { readonly query?: undefined };

type BodyPart<O> = O extends { body: infer B } ? { readonly body: Sent<B> } : { readonly body?: undefined };

/** What may be left out may also be null. */
type OrNull<Q> = { readonly [K in keyof Q]: undefined extends Q[K] ? Q[K] | null : Q[K] };

/** A body is only read, so that lists which must not change can be sent, too. */
type Sent<T> = T extends readonly (infer I)[]
  ? readonly Sent<I>[]
  : T extends object
    ? { readonly [K in keyof T]: Sent<T[K]> }
    : T;
