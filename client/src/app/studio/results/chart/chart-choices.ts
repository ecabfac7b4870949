import { Service } from '@angular/core';
import type { ChartSpec } from '#libs/charts';

/** Keeps how each chart was set by hand, for the next look at the same columns. */
@Service()
export class ChartChoices {
  readonly specs = new Map<string, ChartSpec>();
  /** How a link wants the chart of a tab, by the tab's id. */
  readonly byTab = new Map<string, ChartSpec>();
}
