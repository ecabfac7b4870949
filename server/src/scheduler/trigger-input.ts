import { readTrigger } from '#libs/triggers';
import type { Trigger } from '#libs/triggers';
import { Problem } from '../platform/index.js';

/** A trigger that somebody has sent, `pointer` being where it stood. Throws `validation-failed`. */
export function triggerOf(value: unknown, nowMs: number, pointer = '/trigger'): Trigger {
  const reading = readTrigger(value, nowMs);
  if (reading.kind === 'valid') return reading.trigger;
  const { pointer: within, detail } = reading.fault;
  throw new Problem('validation-failed', detail, { errors: [{ pointer: `${pointer}${within}`, detail }] });
}

/** The trigger of a body that is one or has one. */
export function triggerInBody(body: Readonly<Record<string, unknown>>): { value: unknown; pointer: string } {
  return 'trigger' in body ? { value: body.trigger, pointer: '/trigger' } : { value: body, pointer: '' };
}
