/** What a role could do if the connection were not read-only. */
export interface RoleRights {
  readonly name: string;
  readonly isSuperuser: boolean;
  /** It may insert, update, delete or truncate somewhere outside of the system's schemas. */
  readonly canWrite: boolean;
}

/**
 * Says why the role of a read-only connection could be a safer one, or null where it cannot write anyway. A read-only
 * transaction keeps tables as they are; it does not guard what lies outside of tables.
 */
export function roleAdvice({ name, isSuperuser, canWrite }: RoleRights): string | null {
  if (isSuperuser) {
    return (
      `The connection refuses writes, but its role ${name} is a superuser, who also reaches files and programs of ` +
      'the server. A role without rights to write is safer.'
    );
  }
  if (!canWrite) return null;
  return `The connection refuses writes, but its role ${name} has the right to. A role without that right is safer.`;
}
