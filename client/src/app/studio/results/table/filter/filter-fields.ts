import type { ResultFilter } from '#libs/api';

/** Those who keep the conditions. */
export interface FilterFields {
  readonly of: (column: number) => ResultFilter | null;
  readonly edit: (column: number, origin: HTMLElement) => void;
  readonly clear: (column: number) => void;
  readonly keepNull: (column: number) => void;
  /** Calls back whenever a condition has changed; returns the way to stop. */
  readonly listen: (changed: () => void) => () => void;
}
