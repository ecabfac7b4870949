/** How the sentence about a failed connection begins, and what it is in a few words. */
const SHORT = [
  [/^Connection refused\b/, 'Connection refused'],
  [/^The connection was cut off\b/, 'Connection cut off'],
  [/^The host name\b/, 'Host not found'],
  [/^No route leads\b/, 'No route'],
  [/^The certificate\b/, 'Certificate refused'],
  [/^The server did not answer in time\b/, 'No answer'],
] as const;

/** An attempt to send a message; channels without HTTP have no status. */
export interface Attempt {
  readonly status: number | null;
  readonly outcome: string;
  readonly detail: string;
}

/** What came of an attempt to send a message, in a few words: the HTTP status, or why there is none. */
export function attemptText({ status, outcome, detail }: Attempt): string {
  if (status !== null) return String(status);
  if (outcome === 'accepted') return 'Delivered';
  return SHORT.find(([start]) => start.test(detail))?.[1] ?? 'Failed';
}
