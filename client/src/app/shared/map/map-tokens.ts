import { tokenReader } from '../theme/token-colours';

/** The colours that a map paints with; it paints outside of CSS, so it needs their values. */
export interface MapTokens {
  readonly land: string;
  readonly water: string;
  readonly line: string;
  readonly panel: string;
  readonly text: string;
  readonly accent: string;
  readonly muted: string;
  /** For categories; distinguishable with every kind of colour vision. */
  readonly categories: readonly string[];
  /** For amounts, the least first. */
  readonly scale: readonly string[];
}

/** Reads the tokens that hold for an element now. */
export function readMapTokens(element: Element): MapTokens {
  const token = tokenReader(element);
  return {
    land: token('map-land'),
    water: token('map-water'),
    line: token('map-road-line'),
    panel: token('bg-panel'),
    text: token('map-label'),
    accent: token('accent'),
    muted: token('text-3'),
    categories: [1, 2, 3, 4, 5, 6, 7, 8].map((number) => token(`chart-${number}`)),
    scale: [2, 3, 4, 5, 6].map((number) => token(`heat-${number}`)),
  };
}
