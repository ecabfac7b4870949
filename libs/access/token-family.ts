/** What says which token made another; `parentId` is null where a person made it. */
interface TokenOrigin {
  readonly id: string;
  readonly parentId: string | null;
}

/** Tokens in force that a person may have. */
export const MAX_TOKENS_OF_PERSON = 500;

/** How many tokens may have been made one with another. */
export const MAX_TOKEN_LEVELS = 10;

/** The tokens of `all` that were made with the token `id`, and with those. */
export function tokensMadeWith<T extends TokenOrigin>(all: readonly T[], id: string): T[] {
  const byParent = new Map<string | null, T[]>();
  for (const one of all) {
    const siblings = byParent.get(one.parentId);
    if (siblings === undefined) byParent.set(one.parentId, [one]);
    else siblings.push(one);
  }
  const found = [...(byParent.get(id) ?? [])];
  // The list grows while it is read.
  for (const one of found) found.push(...(byParent.get(one.id) ?? []));
  return found;
}

/** The level of a token that `parentId` makes: 1 where a person makes it. */
export function tokenLevel(all: readonly TokenOrigin[], parentId: string | null): number {
  const parents = new Map(all.map((one) => [one.id, one.parentId]));
  let level = 1;
  for (let id = parentId; id !== null; id = parents.get(id) ?? null) level += 1;
  return level;
}
