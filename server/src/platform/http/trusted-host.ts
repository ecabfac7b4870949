/** What a browser reports about where a request was aimed and where it came from. */
export interface RequestOrigin {
  readonly method: string;
  /** The `Host` header. */
  readonly host: string | undefined;
  /** The `Origin` header. */
  readonly origin: string | undefined;
}

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Methods that change nothing; OPTIONS is how a browser asks whether a page of another origin may send a request. */
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Decides whether a request may reach the workbench. A name other than its own means DNS rebinding; a foreign `Origin` on a request that changes something means cross-site request forgery.
 * Behind a proxy its own name is that of `WORKBENCH_PUBLIC_URL`.
 */
export function isTrustedRequest(request: RequestOrigin, publicUrl: URL): boolean {
  const name = hostName(request.host);
  if (name === null || (name !== publicUrl.hostname && !LOOPBACK_NAMES.has(name))) return false;
  if (request.origin === undefined || READING.has(request.method)) return true;
  return URL.canParse(request.origin) && isSameSite(new URL(request.origin), request.host, publicUrl);
}

/**
 * Decides whether a request that is known by its cookie may do what it asks for. Browsers add cookies by themselves, so a
 * request that changes something has to show that a page of the workbench sent it: by a same-origin `Origin`, which
 * `isTrustedRequest` has looked at, or by `Sec-Fetch-Site`.
 */
export function isOwnPage(
  request: Pick<RequestOrigin, 'method' | 'origin'> & { fetchSite: string | undefined },
): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return true;
  if (request.fetchSite !== undefined && request.fetchSite !== 'same-origin') return false;
  return request.fetchSite === 'same-origin' || request.origin !== undefined;
}

function isSameSite(origin: URL, host: string | undefined, publicUrl: URL): boolean {
  return origin.host === host?.toLowerCase() || origin.origin === publicUrl.origin;
}

function hostName(host: string | undefined): string | null {
  const match = /^(\[[\da-f:.]+\]|[^:/?#@\s]+)(?::\d{1,5})?$/i.exec(host ?? '');
  return match?.[1]?.toLowerCase() ?? null;
}
