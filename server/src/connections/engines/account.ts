/** The account of the system that the workbench runs as, whose files and agent logins may use. */
export interface Account {
  /** Its home directory. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}
