/** A tab as the strip and the list of all tabs show it. */
export interface TabItem {
  readonly id: string;
  readonly title: string;
  readonly isDirty: boolean;
  readonly isActive: boolean;
  readonly isBusy: boolean;
  readonly isInTransaction: boolean;
  /** The colour of its connection. */
  readonly colour: string | null;
  /** When it ran last; empty when it never ran. */
  readonly lastRun: string;
  readonly tooltip: string;
}
