import { waitText } from '../time/time-left';
import type { ApiProblem } from './api-problem';

/** What a form says of a refusal that belongs to none of its fields: what happened, and what to do. */
export function failureText({
  code,
  detail,
  retryAfterS,
}: Pick<ApiProblem, 'code' | 'detail' | 'retryAfterS'>): string {
  if (code === 'network') return "The workbench isn't responding. Try again in a moment.";
  if (code !== 'too-many-requests') return detail;
  const when = retryAfterS === null ? 'later' : `in ${waitText(retryAfterS)}`;
  return `Too many attempts. Try again ${when}.`;
}
