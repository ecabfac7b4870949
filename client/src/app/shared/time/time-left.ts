/** A wait as a person says it: `20 s`, `5 min`, `2 h`; never less than a second. Takes seconds. */
export function waitText(seconds: number): string {
  const wait = Math.max(1, Math.ceil(seconds));
  if (wait < 90) return `${wait} s`;
  const minutes = Math.ceil(wait / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
