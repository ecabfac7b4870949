import type { LayerStyle } from '../api/index.js';

/** An object of which nothing is known but the names that are looked for. */
type Unchecked = Partial<Record<'kind' | 'colour' | 'column' | 'stops' | 'other' | 'breaks' | 'colours', unknown>>;

const COLOUR = /^#[0-9a-f]{6}$/i;
/** Values that a style may give a colour of their own, and steps that it may have. */
const MOST_STOPS = 100;

/** True for what is a style from the first brace to the last: nothing else is kept or drawn. */
export function isLayerStyle(value: unknown): value is LayerStyle {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const style: Unchecked = value;
  if (style.kind === 'single') return hasOnly(style, ['kind', 'colour']) && isColour(style.colour);
  if (style.kind === 'category') return isCategory(style);
  return style.kind === 'graduated' && isGraduated(style);
}

function isCategory(style: Unchecked): boolean {
  const { column, stops, other } = style;
  const isShaped = hasOnly(style, ['kind', 'column', 'stops', 'other']) && typeof column === 'string';
  return isShaped && isColour(other) && Array.isArray(stops) && stops.length <= MOST_STOPS && stops.every(isStop);
}

function isStop(stop: unknown): boolean {
  if (typeof stop !== 'object' || stop === null) return false;
  const { value, colour, ...rest }: { value?: unknown; colour?: unknown } = stop;
  return Object.keys(rest).length === 0 && isColour(colour) && ['string', 'number', 'boolean'].includes(typeof value);
}

function isGraduated(style: Unchecked): boolean {
  const { column, breaks, colours } = style;
  if (!hasOnly(style, ['kind', 'column', 'breaks', 'colours']) || typeof column !== 'string') return false;
  if (!Array.isArray(breaks) || !Array.isArray(colours) || !colours.every(isColour)) return false;
  const isRising = breaks.every((at, index) => Number.isFinite(at) && (index === 0 || at > breaks[index - 1]));
  return isRising && breaks.length <= MOST_STOPS && colours.length === breaks.length + 1;
}

function isColour(value: unknown): boolean {
  return typeof value === 'string' && COLOUR.test(value);
}

function hasOnly(value: object, keys: readonly string[]): boolean {
  const own = Object.keys(value);
  return own.length === keys.length && keys.every((key) => own.includes(key));
}
