/** Longest e-mail address that can be delivered to (RFC 5321). */
export const EMAIL_LENGTH = 254;

/** Whether a text looks like an e-mail address; whether it is one, only its owner can show. */
export function isEmailAddress(text: string): boolean {
  return text.length <= EMAIL_LENGTH && /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]+$/u.test(text);
}

/** What e-mail addresses are compared by: people write them in any case. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
