/** Longest e-mail address that can be delivered to (RFC 5321). */
export const EMAIL_LENGTH = 254;

/** Whether a text looks like an e-mail address; whether it is one, only its owner can show. */
export function isEmailAddress(text: string): boolean {
  return text.length <= EMAIL_LENGTH && /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]+$/u.test(text);
}

/**
 * What stands for the address of an account that it does not hold, since nobody has verified it: nobody is found by it, and
 * the address is free for others. It is no address itself.
 */
export function unheldEmailKey(userId: string): string {
  return `unverified:${userId}`;
}

/** What e-mail addresses are compared by: people write them in any case. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
