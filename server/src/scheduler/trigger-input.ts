import { readTrigger } from '#libs/triggers';
import type { Trigger } from '#libs/triggers';
import { Problem } from '../platform/index.js';

/** A trigger from a request, `pointer` being where it stood. Throws `validation-failed`. */
export function triggerOf(value: unknown, nowMs: number, pointer = '/trigger'): Trigger {
  const reading = readTrigger(value, nowMs);
  if (reading.kind === 'valid') return reading.trigger;
  const { pointer: within, detail } = reading.fault;
  throw new Problem('validation-failed', detail, { errors: [{ pointer: `${pointer}${within}`, detail }] });
}

/** The trigger of a body that is one or has one. Throws `validation-failed` for members beside it. */
export function triggerInBody(body: Readonly<Record<string, unknown>>): { value: unknown; pointer: string } {
  if (!('trigger' in body)) return { value: body, pointer: '' };
  const unknown = Object.keys(body).find((name) => name !== 'trigger');
  if (unknown === undefined) return { value: body.trigger, pointer: '/trigger' };
  const detail = `property ${unknown} should not exist`;
  throw new Problem('validation-failed', detail, { errors: [{ pointer: `/${unknown}`, detail }] });
}
