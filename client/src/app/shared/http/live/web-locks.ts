/** Locks between the tabs and workers of this browser; null where it has none, as on plain HTTP except to this machine. */
export function webLocks(): LockManager | null {
  return (navigator as Partial<Navigator>).locks ?? null;
}
