import type { RowSort } from '../../../run/run-state';

/** The page that is wanted: where it begins, and in which order; null is the one in which the rows came. */
export interface PageRequest {
  readonly offset: number;
  readonly sort: RowSort | null;
}
