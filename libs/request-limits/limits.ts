/** What the body of one request may hold. Sizes are counted as the body is sent, so that counting needs no decoding. */
export interface BodyLimits {
  /** Bytes of the whole body. */
  readonly bytes: number;
  /** Objects and arrays inside each other. */
  readonly depth: number;
  /** Members of one object. */
  readonly members: number;
  /** Items of one array. */
  readonly items: number;
  /** Values of the whole body, objects and arrays included. */
  readonly values: number;
  /** Bytes of one string, escapes as they are written. */
  readonly stringBytes: number;
  /** Takes NUL and half surrogate pairs in strings: the route refuses or keeps them by rules of its own. */
  readonly anyCharacters: boolean;
}

/** The limits of a route that declares none. */
export const DEFAULT_BODY_LIMITS: BodyLimits = {
  bytes: 256 * 1024,
  depth: 32,
  members: 1000,
  items: 2000,
  values: 10_000,
  stringBytes: 64 * 1024,
  anyCharacters: false,
};

const TEXT_BYTES = 16 * 1024 * 1024;

/** The limits of a route that takes a text of up to 12 MB, with room for its escapes. */
export const TEXT_BODY_LIMITS: BodyLimits = {
  ...DEFAULT_BODY_LIMITS,
  bytes: TEXT_BYTES,
  stringBytes: TEXT_BYTES,
  anyCharacters: true,
};

/** The most that a request without an identity may send: enough to sign in with. */
export const ANONYMOUS_BODY_BYTES = 64 * 1024;

/** Parameters of one query string. */
export const MAX_QUERY_PARAMETERS = 50;

/** Why a request is refused before anything of it is used. `pointer` is a JSON pointer (RFC 6901). */
export interface RequestFault {
  readonly code: 'too-large' | 'validation-failed';
  readonly pointer: string;
  readonly detail: string;
}
