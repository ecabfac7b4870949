/** A text, or null where it is empty or missing: forms send empty texts for what is left out. */
export function nonEmpty(text: string | null | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}
