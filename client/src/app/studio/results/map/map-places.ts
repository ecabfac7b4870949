import { Service } from '@angular/core';

/** Where a map stood. */
export interface MapPlace {
  readonly center: number[];
  readonly resolution: number;
}

/** What somebody has set on the map of a tab. */
export interface MapChoice {
  /** The columns of the positions, by their place among those of the result and by their name. */
  readonly sourceIndex: number;
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
