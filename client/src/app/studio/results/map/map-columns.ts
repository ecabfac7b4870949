import { Service } from '@angular/core';

/** The column that the map of a tab draws first, where a link names one. */
@Service()
export class MapColumns {
  readonly byTab = new Map<string, string>();
}
