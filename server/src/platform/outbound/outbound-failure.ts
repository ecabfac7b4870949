/**
 * Why nothing came back. `refused`: it may not be reached; `redirected`: it answered with another address, which is never
 * followed; `timeout`: it did not answer in time; `unreachable`: it could not be connected to; `too-large`: it answers
 * without end.
 */
export type OutboundFailureKind = 'refused' | 'redirected' | 'timeout' | 'unreachable' | 'too-large';

/** An outgoing message that got no usable answer. The message is a sentence for the person who set it up. */
export class OutboundFailure extends Error {
  constructor(
    readonly kind: OutboundFailureKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The same words for an unknown name and one in a network that may not be reached. */
export const NAME_REFUSED =
  'The host name is not known, or is in a network that the workbench does not reach. The administrator can allow a network with WORKBENCH_OUTBOUND_ALLOW.';

const TIMEOUT_CODES = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Connection refused: no server listens at this address.',
  ECONNRESET: 'The connection was cut off.',
  UND_ERR_SOCKET: 'The connection was cut off.',
  ENOTFOUND: NAME_REFUSED,
  EAI_AGAIN: 'The host name could not be looked up.',
  EHOSTUNREACH: 'No route leads to that host. Check the network of the workbench.',
  ENETUNREACH: 'No route leads to that network. Check the network of the workbench.',
  CERT_HAS_EXPIRED: 'The certificate of the server has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the server is not signed by a trusted authority.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the server is not signed by a trusted authority.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the server is not signed by a trusted authority.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the server is for another name.',
};

/** Puts whatever the network threw into words. */
export function outboundFailure(error: unknown): OutboundFailure {
  const causes = causesOf(error);
  const own = causes.find((cause) => cause instanceof OutboundFailure);
  if (own !== undefined) return own;
  const codes = causes.map(codeOf);
  const isTimeout = causes.some(({ name }) => name === 'TimeoutError') || codes.some((code) => TIMEOUT_CODES.has(code));
  if (isTimeout) return new OutboundFailure('timeout', 'The server did not answer in time.', { cause: error });
  const sentence = codes.map((code) => SENTENCES[code]).find((text) => text !== undefined);
  const code = codes.find((one) => one !== '');
  const words = sentence ?? `The server could not be reached${code === undefined ? '' : ` (${code})`}.`;
  return new OutboundFailure('unreachable', words, { cause: error });
}

/** As much of an error as is looked at; errors of another realm are no `Error` of this one. */
interface ErrorLike {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

const MAX_DEPTH = 5;

/** An error, what caused it, and for several attempts what each of them met. */
function causesOf(error: unknown, depth = 0): ErrorLike[] {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return [];
  const { cause, errors }: ErrorLike = error;
  const parts: unknown[] = Array.isArray(errors) ? errors : [];
  return [error, ...[...parts, cause].flatMap((one) => causesOf(one, depth + 1))];
}

function codeOf({ code }: ErrorLike): string {
  return typeof code === 'string' ? code : '';
}
