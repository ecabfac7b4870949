/** Shortest password, in characters; nothing else is asked of it (NIST SP 800-63B: length, no rules of composition). */
export const PASSWORD_MIN_LENGTH = 8;

/** Longest password, in UTF-16 code units: bounds the work of hashing one. */
export const PASSWORD_MAX_LENGTH = 256;

/** Says what is wrong with a new password, or null. */
export function passwordFault(password: string): string | null {
  if (Array.from(password).length < PASSWORD_MIN_LENGTH) return `must have at least ${PASSWORD_MIN_LENGTH} characters`;
  if (password.length > PASSWORD_MAX_LENGTH) return `must have at most ${PASSWORD_MAX_LENGTH} characters`;
  return null;
}
