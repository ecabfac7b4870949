import { isEmailAddress, PASSWORD_MIN_LENGTH, passwordFault } from '#libs/access';

/** Says the rule for a new password, and how far the one that is typed is from it. */
export function passwordHelp(password: string): string {
  const { length } = Array.from(password);
  if (length === 0) return `At least ${PASSWORD_MIN_LENGTH} characters. Length matters more than symbols.`;
  if (length < PASSWORD_MIN_LENGTH) return `${length} of at least ${PASSWORD_MIN_LENGTH} characters.`;
  return length < 2 * PASSWORD_MIN_LENGTH
    ? 'Long enough. A few more words make it stronger.'
    : 'Long enough, and strong.';
}

/** What is wrong with a new password, in a sentence; null when nothing is. */
export function passwordError(password: string): string | null {
  const fault = passwordFault(password);
  return fault === null ? null : `The password ${fault}.`;
}

/** What is wrong with an e-mail address, as far as that can be known without sending to it; null when nothing is. */
export function emailError(email: string): string | null {
  return isEmailAddress(email.trim()) ? null : 'Enter an email address, such as ann@example.org.';
}
