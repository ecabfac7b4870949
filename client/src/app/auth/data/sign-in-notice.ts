/** Why a person is at the sign-in page without having asked for it. */
const NOTICES: Readonly<Record<string, string>> = {
  'not-allowed': "Your account isn't allowed to use this workbench. Ask an administrator.",
  expired: 'The sign-in timed out. Try again.',
  unreachable: "The identity provider isn't responding. Try again in a moment.",
  failed: 'The sign-in at the identity provider failed. Try again, or ask an administrator.',
};

/** The words for the `error` that the server sends a browser back to the sign-in page with; null for none. */
export function signInNotice(error: string | null | undefined): string | null {
  if (error === null || error === undefined || error === '') return null;
  return NOTICES[error] ?? NOTICES['failed'] ?? null;
}
