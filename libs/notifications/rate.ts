/** How many messages may still be sent, filled anew as time goes by. */
export interface Allowance {
  readonly tokens: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const MINUTE_MS = 60_000;
/** So many at once where there were none for a while. */
const BURST_SHARE = 4;

/** A full allowance. */
export function fullAllowance(perMinute: number, nowMs: number): Allowance {
  return { tokens: burstOf(perMinute), at: nowMs };
}

/** What there is at `nowMs`; a clock that went back gives nothing and takes nothing. */
export function refilled({ tokens, at }: Allowance, perMinute: number, nowMs: number): Allowance {
  const gained = (Math.max(0, nowMs - at) / MINUTE_MS) * perMinute;
  return { tokens: Math.min(burstOf(perMinute), tokens + gained), at: nowMs };
}

/** Milliseconds until one message may be sent; 0 where one may be now. */
export function waitForOne({ tokens }: Allowance, perMinute: number): number {
  return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) / perMinute) * MINUTE_MS);
}

function burstOf(perMinute: number): number {
  return Math.max(1, Math.floor(perMinute / BURST_SHARE));
}
