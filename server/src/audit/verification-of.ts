import type { ChainCheck } from '#libs/audit';
import type { AuditVerification } from '#libs/api';

/** What a check that has taken all entries found out. */
export function verificationOf({ entries, brokenAt, soundHead }: ChainCheck): AuditVerification {
  return {
    valid: brokenAt === null,
    entries,
    broken_at: brokenAt?.sequence ?? null,
    reason: brokenAt?.reason ?? null,
    head: soundHead.sequence === 0 ? null : { sequence: soundHead.sequence, hash: soundHead.hash },
  };
}
