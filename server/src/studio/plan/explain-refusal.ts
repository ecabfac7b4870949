import type { StatementError } from '#libs/api';
import { Problem } from '../../platform/index.js';
import type { ExplainEnd } from './explain-in-session.js';
import type { ExplainedText } from './explained-text.js';

/** What a person learns of a statement that was not explained; a place is reported as line and column of the text as sent. */
export function problemOfEnd(
  end: Exclude<ExplainEnd, { status: 'succeeded' }>,
  text: ExplainedText,
  prefixLength: number,
  sent: string,
): Problem {
  if (end.status === 'cancelled') return new Problem('plan-unavailable', 'The plan was cancelled.');
  const { error } = end;
  if (end.isSessionLost) return new Problem('database-error', `The session was lost. ${error.message}`);
  const offset = offsetIn(text, error, prefixLength);
  const place = offset === null ? '' : `${lineAndColumn(sent, offset)}: `;
  const words = [error.message, error.detail, error.hint].filter((part) => part !== null && part !== '').join(' ');
  return new Problem('explain-refused', place + words, {
    errors: offset === null ? [] : [{ pointer: '/sql', detail: `${place}${error.message}` }],
  });
}

/** The offset in the text as sent; null where the database names no place, or one in what was put before it. */
function offsetIn(
  { binding, start }: ExplainedText,
  { position }: StatementError,
  prefixLength: number,
): number | null {
  const inStatement = (position ?? 0) - prefixLength;
  if (inStatement < 1) return null;
  return start + (binding?.writtenPosition(inStatement) ?? inStatement) - 1;
}

function lineAndColumn(sent: string, offset: number): string {
  const lines = sent.slice(0, offset).split('\n');
  return `Line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
