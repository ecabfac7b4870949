/** A stretch of a tab's text; `offset` is where it begins. */
export interface TextRange {
  readonly sql: string;
  readonly offset: number;
}
