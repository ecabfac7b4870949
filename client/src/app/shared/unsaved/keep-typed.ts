/**
 * The fields of a form after the server has answered: what was changed since it was sent stays as it is, and the rest is
 * what the server saved.
 */
export function keepTyped<T extends object>(sent: T, current: T, saved: T): T {
  const isTyped = (field: keyof T): boolean => JSON.stringify(current[field]) !== JSON.stringify(sent[field]);
  const typed = (Object.keys(current) as (keyof T)[]).filter(isTyped);
  return { ...saved, ...Object.fromEntries(typed.map((field) => [field, current[field]])) };
}
