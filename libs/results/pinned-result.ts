/** A result of a tab that is kept beside later ones. */
export interface PinnedResult {
  readonly id: string;
  readonly name: string;
  readonly runId: string;
  /** The statement of the run, counted from 0. */
  readonly statement: number;
}

/** Results that a tab keeps at most: each holds its rows on the server. */
export const MAX_PINNED_RESULTS = 8;

const MAX_NAME_LENGTH = 60;

/** The name of the next result that is pinned: the lowest number that no other one has. */
export function nextResultName(names: readonly string[]): string {
  const taken = new Set(names);
  for (let number = 1; ; number += 1) {
    const name = `Result ${number}`;
    if (!taken.has(name)) return name;
  }
}

/** The name of a result as it was typed, in one line of at most 60 characters; null for none. */
export function typedResultName(text: string): string | null {
  const name = text.replaceAll(/\s+/g, ' ').trim();
  return name === '' ? null : Array.from(name).slice(0, MAX_NAME_LENGTH).join('').trim();
}

/** Whether a value that was stored is a list of pinned results. */
export function isPinnedResults(value: unknown): value is PinnedResult[] {
  return Array.isArray(value) && value.every(isPinnedResult);
}

function isPinnedResult(value: unknown): boolean {
  const { id, name, runId, statement } = (value ?? {}) as Partial<Record<keyof PinnedResult, unknown>>;
  const hasTexts = [id, name, runId].every((text) => typeof text === 'string' && text !== '');
  return hasTexts && Number.isInteger(statement) && (statement as number) >= 0;
}
