import { Transform } from 'class-transformer';

/** The properties that are taken as they were sent, by the prototypes of their classes. */
const NAMES = new WeakMap<object, Set<string>>();

/**
 * A property whose members have names that callers choose, as columns and parameters: it is taken as it was sent. Otherwise
 * members with the name of a method of every object, as `constructor` and `toString`, are dropped without a word.
 */
export function AsSent(): PropertyDecorator {
  const unwrap = Transform(({ value }: { value: unknown }) =>
    typeof value === 'function' ? (value as () => unknown)() : value,
  );
  return (target, name) => {
    NAMES.set(target, new Set(NAMES.get(target)).add(String(name)));
    unwrap(target, name);
  };
}

/** A body whose properties of `AsSent` are functions, which the transformation to a class does not look into. */
export function wrapAsSent(body: unknown, type: unknown): unknown {
  const names = typeof type === 'function' ? NAMES.get(type.prototype as object) : undefined;
  if (names === undefined || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const members = Object.entries(body) as [string, unknown][];
  return Object.fromEntries(members.map(([name, value]) => [name, names.has(name) ? () => value : value]));
}
