import { leadingWords } from '#libs/sql';
import type { StatementOutcome } from '../../connector.js';
import type { KeptState } from './kept-state.js';

/** Commands that may install what keeps state beyond a session. */
const INSTALLS = /^(?:(?:CREATE|ALTER) (?:EXTENSION|LANGUAGE|FUNCTION)|DO|CALL|COMMIT PREPARED)\b/;
/** Statements that may have committed something before they failed. */
const COMMIT_INSIDE = ['DO', 'CALL'];

/** Follows the statements of one session for those after which `KeptState` has to ask anew. */
export class Installs {
  /** The open transaction has run one of them: what it made is there for others once it is committed. */
  private isPending = false;

  constructor(private readonly kept: Pick<KeptState, 'forget'>) {}

  /** Takes note of how a statement ended; `sql` is null where it is not known. */
  follow(outcome: StatementOutcome, sql: string | null, hasTransaction: boolean): void {
    const mayInstall = mayHaveInstalled(outcome, sql);
    if (mayInstall || (this.isPending && (!hasTransaction || isCommit(outcome)))) this.kept.forget();
    this.isPending = hasTransaction && (this.isPending || mayInstall);
  }
}

function mayHaveInstalled(outcome: StatementOutcome, sql: string | null): boolean {
  if (sql === null) return true;
  if (outcome.status === 'succeeded') return INSTALLS.test(outcome.command ?? '');
  return COMMIT_INSIDE.includes(leadingWords(sql, 'postgres', 1)[0] ?? '');
}

/** COMMIT AND CHAIN leaves another transaction open. */
function isCommit(outcome: StatementOutcome): boolean {
  return outcome.status === 'succeeded' && outcome.command === 'COMMIT';
}
