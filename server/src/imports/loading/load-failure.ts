import type { StatementError } from '#libs/api';
import { unansweredCommit } from '#libs/sessions';

/** Ends an import: what the database said, and the row and column that it is about where they are known. */
export class LoadFailure extends Error {
  constructor(
    message: string,
    /** Counts the rows of the file from 1. */
    readonly row: number | null = null,
    readonly column: string | null = null,
  ) {
    super(message);
    this.name = 'LoadFailure';
  }
}

/** The answer to a commit did not come: the database may have what was written or not. */
export class CommitUnknown extends LoadFailure {
  constructor(table: string, reason: string | null) {
    const why = unansweredCommit(reason);
    super(`${why} The rows may be in the table ${table} or not. Check it before you import the file again.`);
    this.name = 'CommitUnknown';
  }
}

/** What a database said, in one text. */
export function errorText({ message, detail, hint }: StatementError): string {
  const parts = [message, detail, hint].filter((part) => part !== null && part !== '');
  return parts.map((part) => (/[.!?]$/.test(part ?? '') ? part : `${part}.`)).join(' ');
}
