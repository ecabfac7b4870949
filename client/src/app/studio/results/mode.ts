import type { Type } from '@angular/core';
import type { ResultColumn, ResultFilter, StatementResult } from '#libs/api';
import type { IconName } from '../../shared/ui/icon/icon';

/** The ways in which a result can be looked at. */
export type ResultModeId = 'table' | 'map' | 'chart' | 'json' | 'plan';

/** What a mode is given to draw. It changes while rows arrive; another statement makes another component. */
export interface ResultView {
  readonly tabId: string;
  readonly runId: string;
  readonly connectionId: string | null;
  readonly statement: StatementResult;
  readonly columns: readonly ResultColumn[];
  /** The conditions on columns that the table has. */
  readonly filters: readonly ResultFilter[];
}

/**
 * A way to look at a result. To add one, add an entry to `RESULT_MODES` and its id to `ResultModeId`. What it draws is
 * taken from the rows that are there: switching to it never runs anything.
 */
export interface ResultMode {
  readonly id: ResultModeId;
  readonly name: string;
  readonly icon: IconName;
  /** Says whether it fits a statement that has columns, going by them and by the rows that have come with the run. */
  readonly available: (statement: StatementResult) => boolean;
  /** What a result needs for it, said where it does not fit. */
  readonly needs: string;
  /**
   * Loads its component, which has one required input, `view: ResultView`. Null for the table alone, which the result
   * area draws by itself.
   */
  readonly load: (() => Promise<Type<unknown>>) | null;
}
