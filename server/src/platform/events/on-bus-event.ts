import { OnEvent } from '@nestjs/event-emitter';
import type { EventMap, EventName } from '#libs/events';

type Handler<N extends EventName> = (payload: EventMap[N]) => unknown;

/**
 * Calls the method for each such event, from the end of the start to the end of the process. What must not miss an event
 * of the start, or has to stop listening before the shutdown, uses `EventBus.subscribe`.
 */
export function OnBusEvent<N extends EventName>(
  name: N,
): <M extends Handler<N>>(target: object, key: string | symbol, method: TypedPropertyDescriptor<M>) => void {
  // The bus logs failures by the event's name.
  return OnEvent(name, { suppressErrors: false });
}
