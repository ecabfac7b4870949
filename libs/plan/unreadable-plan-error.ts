/** Thrown when a text is no plan; `message` is a sentence for the person who handed it in. */
export class UnreadablePlanError extends Error {
  override readonly name = 'UnreadablePlanError';
}
