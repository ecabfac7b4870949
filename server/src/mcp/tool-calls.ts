import { shortened } from '#libs/markup';

/** The most characters of a tool's name, and of one argument, that the audit keeps of a refused call. */
const MAX_TEXT = 200;
/** The most arguments that it keeps. */
const MAX_ARGUMENTS = 10;

/** A call of a tool as a request names it. */
export interface RequestedCall {
  readonly id: string | number;
  readonly tool: string;
  readonly input: Readonly<Record<string, string | number>>;
}

/** The calls of tools in the body of a request, which may be a batch; notifications call nothing. */
export function requestedCalls(body: unknown): RequestedCall[] {
  return (Array.isArray(body) ? body : [body]).flatMap((message: unknown) => {
    if (!isObject(message) || message.method !== 'tools/call') return [];
    const { id, params } = message;
    if (typeof id !== 'string' && typeof id !== 'number') return [];
    const { name, arguments: input } = isObject(params) ? params : {};
    return [{ id, tool: shortened(typeof name === 'string' ? name : '', MAX_TEXT), input: plainArguments(input) }];
  });
}

/** An id that two requests of a batch share, which leaves one of them without an answer. Null where there is none. */
export function repeatedId(body: unknown): string | number | null {
  const seen = new Set<string | number>();
  for (const message of Array.isArray(body) ? (body as readonly unknown[]) : []) {
    const id = isObject(message) && 'method' in message ? message.id : undefined;
    if (typeof id !== 'string' && typeof id !== 'number') continue;
    if (seen.has(id)) return id;
    seen.add(id);
  }
  return null;
}

/**
 * A body without cancellations: a request stands for itself, so one could only cancel a call beside it, which then would
 * run and never be answered.
 */
export function withoutCancellations(body: unknown): unknown {
  if (!Array.isArray(body)) return body;
  return body.filter((message: unknown) => !isObject(message) || message.method !== 'notifications/cancelled');
}

/** The texts and numbers among the arguments of a call, bounded. */
export function plainArguments(input: unknown): Record<string, string | number> {
  if (!isObject(input)) return {};
  const plain = Object.entries(input).flatMap(([name, value]): [string, string | number][] => {
    if (typeof value === 'number') return [[shortened(name, MAX_TEXT), value]];
    return typeof value === 'string' ? [[shortened(name, MAX_TEXT), shortened(value, MAX_TEXT)]] : [];
  });
  return Object.fromEntries(plain.slice(0, MAX_ARGUMENTS));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
