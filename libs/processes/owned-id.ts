const OWNED = /^p(\d{1,10})-./;

/**
 * An id that names the process which holds what it stands for: `p<process>-<unique>`. Without a process, where there is
 * only one, it is `unique` as it is. `unique` must not begin with `p`.
 */
export function ownedId(process: string | null, unique: string): string {
  return process === null ? unique : `p${process}-${unique}`;
}

/** The process that an id names; null for an id that names none. */
export function processOfId(id: string): string | null {
  return OWNED.exec(id)?.[1] ?? null;
}
