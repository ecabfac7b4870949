import type { EventMap, EventName } from './index.js';

type Listing = 'schema.changed' | 'contract.violated' | 'contract.restored';
type Brief<Payload, Lists extends string> = Omit<Payload, Lists | 'message'>;
type BriefContract = Brief<EventMap['contract.violated'], 'items'> & { item_count: number };

/** The payloads that browsers and other processes get: counts in place of lists, which can be megabytes. */
export type BriefEventMap = Omit<EventMap, Listing> & {
  'schema.changed': Brief<EventMap['schema.changed'], 'changes'> & { change_count: number };
  'contract.violated': BriefContract;
  'contract.restored': BriefContract;
};

type Shortened = { readonly [N in Listing]: (payload: EventMap[N]) => BriefEventMap[N] };

const SHORTENED: Shortened = {
  'schema.changed': ({ changes, message: _, ...rest }) => ({ ...rest, change_count: changes.length }),
  'contract.violated': briefContract,
  'contract.restored': briefContract,
};

/** An event as browsers and other processes get it. */
export function briefEvent<N extends EventName>(name: N, payload: EventMap[N]): BriefEventMap[N] {
  const shorten = (SHORTENED as Readonly<Record<string, (payload: never) => unknown>>)[name];
  return (shorten === undefined ? payload : shorten(payload as never)) as BriefEventMap[N];
}

function briefContract({ items, message: _, ...rest }: EventMap['contract.violated']): BriefContract {
  return { ...rest, item_count: items.length };
}
