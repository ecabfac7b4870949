import { Service } from '@angular/core';

/** Where a map stood. */
export interface MapPlace {
  readonly center: number[];
  readonly resolution: number;
}

/** What somebody has set on the map of a tab. */
export interface MapChoice {
  /** The columns of the positions, counted from 0: which sources there are depends on the rows. */
  readonly sourceColumns: readonly number[];
  /** Their names, for a link. */
  readonly source: string;
  readonly isBubbles: boolean;
  readonly size: number | null;
  readonly colour: number | null;
}

/** Keeps where each map stood and how it was drawn, for the next look at the same columns. */
@Service()
export class MapPlaces {
  readonly places = new Map<string, MapPlace>();
  readonly choices = new Map<string, MapChoice>();
}
