/** The code of a system error (`ENOENT`), or null. Asks for the property, not the class: it may be of another realm. */
export function errorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** Whether an error comes from the operating system: its code may be shown, its message names paths. */
export function isSystemError(error: unknown): boolean {
  return errorCode(error) !== null && 'syscall' in (error as object);
}
