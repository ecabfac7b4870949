/** Whether child processes run under bubblewrap: where it works, never, or always (then none starts without it). */
export type Confinement = 'auto' | 'off' | 'required';

export interface ChildSettings {
  readonly confinement: Confinement;
  /** The folder that lists the running ones for the next start; null keeps no list. */
  readonly recordFolder: string | null;
}

let current: ChildSettings = { confinement: 'auto', recordFolder: null };

export function childSettings(): ChildSettings {
  return current;
}

/** Applies to child processes that start from now on. */
export function configureChildren(changes: Partial<ChildSettings>): void {
  current = { ...current, ...changes };
}
