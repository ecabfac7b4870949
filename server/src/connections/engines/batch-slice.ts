/**
 * How much of a batch an engine does before it answers: so long, and rows of so many characters. What is left is sent again,
 * so that a batch is cancelled about as soon as a statement.
 */
export const BATCH_SLICE = { ms: 50, characters: 1_000_000 } as const;
