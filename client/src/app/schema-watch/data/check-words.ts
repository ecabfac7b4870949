import type { CheckedStatement, ContractCheck } from '#libs/api';
import type { BadgeTone } from '../../shared/ui/badge';
import type { IconName } from '../../shared/ui/icon/icon';
import { counted } from './watch-words';

/** How a check came out: how it looks, and what it says. */
export interface CheckVerdict {
  readonly tone: BadgeTone;
  readonly icon: IconName;
  readonly word: string;
  readonly text: string;
}

/** The verdict on a migration. */
export function verdictOf(check: ContractCheck): CheckVerdict {
  const { outcome, broken, statements, contract } = check;
  if (outcome === 'fails') {
    const text = `${placeOf(failedOf(check))} couldn't be run, so the impact is unknown.`;
    return { tone: 'warn', icon: 'triangle-alert', word: 'Fails', text };
  }
  if (outcome === 'breaks') {
    const text = `It would break ${counted(broken.length, 'expectation')} of ${contract.name}.`;
    return { tone: 'danger', icon: 'circle-x', word: 'Breaks', text };
  }
  const text = `${counted(statements.length, 'statement')} tried out, and ${contract.name} is not broken by ${statements.length === 1 ? 'it' : 'them'}.`;
  return { tone: 'success', icon: 'circle-check', word: 'Holds', text };
}

/** The statement that failed; null where none did. */
export function failedOf({ statements }: ContractCheck): CheckedStatement | null {
  return statements.find(({ status }) => status === 'failed') ?? null;
}

function placeOf(statement: CheckedStatement | null): string {
  return statement === null ? 'A statement' : `The statement at line ${statement.line}`;
}
