/** A reviewed script, and whether it is to be run or only opened in a tab. */
export interface ScriptAnswer {
  readonly sql: string;
  readonly runs: boolean;
}
