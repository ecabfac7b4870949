import type { JobOutputRecord } from '../runs/job-run.entity.js';

/** Why an output is no longer offered: retention removes its file, or the file was not in its folder. */
export type OutputRemoval = 'pruned' | 'missing';

type Details = JobOutputRecord['details'];

/** Details with the reason; outputs that earlier versions removed have none. */
export function withRemoval(details: Details, removal: OutputRemoval): Details {
  return { ...details, removal };
}

/** Details of an output that is offered. */
export function withoutRemoval({ removal: _removal, ...details }: Details): Details {
  return details;
}

export function isMissing({ removedAt, details }: JobOutputRecord): boolean {
  return removedAt !== null && details.removal === 'missing';
}
