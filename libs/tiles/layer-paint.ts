import type { LayerStyle } from '../api/index.js';

/** A value of a feature's property. */
export type PropertyValue = string | number | boolean;

/** One line of a legend. */
export interface LegendLine {
  readonly label: string;
  readonly colour: string;
}

/** The colour of features when nothing else is chosen, one that can be seen on light and on dark ground. */
export const PLAIN_STYLE: LayerStyle = { kind: 'single', colour: '#0f8a8a' };

/** Colours for values, distinguishable with every kind of colour vision. */
export const CATEGORY_COLOURS = [
  '#029af0',
  '#c88606',
  '#4b7841',
  '#a24da5',
  '#f65d8b',
  '#5d23a4',
  '#684500',
  '#015866',
] as const;
/** For values beyond those that have a colour. */
export const OTHER_COLOUR = '#8a929a';
/** For amounts, the least first. */
export const STEP_COLOURS = ['#c9e4f2', '#8cc4e0', '#4d9fcb', '#1d75a8', '#0b4a75'] as const;

/** The colour of a feature with these properties; of one without the styled property as of any other value. */
export function colourOf(style: LayerStyle, properties: Readonly<Record<string, unknown>>): string {
  if (style.kind === 'single') return style.colour;
  const value = properties[style.column];
  if (style.kind === 'category') {
    if (value === undefined || value === null) return style.other;
    const text = `${value as PropertyValue}`;
    return style.stops.find((stop) => String(stop.value) === text)?.colour ?? style.other;
  }
  const number = Number(value ?? Number.NaN);
  if (Number.isNaN(number)) return OTHER_COLOUR;
  const step = style.breaks.filter((at) => number >= at).length;
  return style.colours[step] ?? OTHER_COLOUR;
}

/** What each colour means, in the order in which it is read. */
export function legendOf(style: LayerStyle): LegendLine[] {
  if (style.kind === 'single') return [];
  if (style.kind === 'category') {
    const lines = style.stops.map(({ value, colour }) => ({ label: String(value), colour }));
    return [...lines, { label: 'Other', colour: style.other }];
  }
  const { breaks, colours } = style;
  return colours.map((colour, index) => ({ label: rangeLabel(breaks[index - 1], breaks[index]), colour }));
}

function rangeLabel(from: number | undefined, to: number | undefined): string {
  if (from === undefined) return to === undefined ? 'all' : `below ${String(to)}`;
  return to === undefined ? `${String(from)} and more` : `${String(from)} to below ${String(to)}`;
}

/** A style that gives the most frequent values of a column a colour each. */
export function categoryStyle(column: string, values: readonly PropertyValue[]): LayerStyle {
  const counts = new Map<string, { value: PropertyValue; count: number }>();
  for (const value of values) {
    const known = counts.get(String(value));
    counts.set(String(value), { value, count: (known?.count ?? 0) + 1 });
  }
  const frequent = [...counts.values()].sort(
    (a, b) => b.count - a.count || (String(a.value) < String(b.value) ? -1 : 1),
  );
  const stops = CATEGORY_COLOURS.flatMap((colour, index) => {
    const one = frequent[index];
    return one ? [{ value: one.value, colour }] : [];
  });
  return { kind: 'category', column, stops, other: OTHER_COLOUR };
}

/** A style that puts about as many of the numbers into each step; fewer steps where the numbers are few. */
export function graduatedStyle(column: string, values: readonly PropertyValue[]): LayerStyle {
  const numbers = values
    .map(Number)
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  const steps = STEP_COLOURS.length;
  const wanted = Array.from(
    { length: steps - 1 },
    (_, index) => numbers[Math.floor(((index + 1) * numbers.length) / steps)],
  );
  const breaks = [...new Set(wanted)].filter((at): at is number => at !== undefined && at > (numbers[0] ?? at));
  const colours = Array.from({ length: breaks.length + 1 }, (_, index) => {
    const place = breaks.length === 0 ? steps - 1 : Math.round((index * (steps - 1)) / breaks.length);
    return STEP_COLOURS[place] ?? STEP_COLOURS[0];
  });
  return { kind: 'graduated', column, breaks, colours };
}
