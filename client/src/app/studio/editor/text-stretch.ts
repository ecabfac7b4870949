/** A stretch of a tab's text; `offset` is where it begins. */
export interface TextStretch {
  readonly sql: string;
  readonly offset: number;
}
