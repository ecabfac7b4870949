import { Service } from '@angular/core';
import type { ChartSpec } from '#libs/charts';

/** Keeps how each chart was set by hand, for the next look at the same columns. */
@Service()
export class ChartChoices {
  readonly specs = new Map<string, ChartSpec>();
  /** How a link wants the chart of a tab, by the tab's id. */
  readonly byTab = new Map<string, ChartSpec>();

  /** The chart is as suggested again, also in later runs of its tab. */
  forget(key: string, tabId: string): void {
    this.specs.delete(key);
    this.byTab.delete(tabId);
  }
}
