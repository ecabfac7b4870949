/** What an editor needs to colour the words and literals of a dialect. */
export interface EditorLanguage {
  /** Words that the dialect reads as its own, in small letters; names that are as often a column's are left out. */
  readonly keywords: readonly string[];
  /** Types, likewise. */
  readonly types: readonly string[];
  /** Rules for literals, names and parameters that only some dialects have, as a Monarch grammar takes them. */
  readonly rules: readonly EditorRule[];
}

/** A pattern with the tokens that it makes, and the state that follows. `@string`, `@escaped` and `@dollar` are states. */
export type EditorRule =
  [pattern: RegExp, action: EditorAction] | [pattern: RegExp, action: EditorAction, next: string];

type EditorAction = string | string[] | { token: string; next: string };
