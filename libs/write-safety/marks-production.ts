/** The hue of the preset `red`, and how far from it a colour is still seen as red; degrees in OKLCH. */
const RED_HUE = 25;
const RED_REACH = 20;
/** Below this chroma in OKLCH a colour is seen as grey or brown rather than red. */
const LEAST_CHROMA = 0.08;

/**
 * Tells whether a connection's colour (a preset or `#rrggbb`) marks production: the preset red, and colours that the
 * eye takes for it. They are compared in OKLCH, by hue, since the lightness of a custom colour is set by the interface.
 */
export function marksProduction(colour: string | null): boolean {
  if (colour === null || !/^#[0-9a-f]{6}$/i.test(colour)) return colour === 'red';
  const { chroma, hue } = oklch(colour);
  const distance = Math.abs(((hue - RED_HUE + 540) % 360) - 180);
  return chroma >= LEAST_CHROMA && distance <= RED_REACH;
}

/** Chroma and hue (degrees, 0 to 360) of `#rrggbb`, by Björn Ottosson's definition of OKLab. */
function oklch(colour: string): { chroma: number; hue: number } {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255));
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const greenRed = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const blueYellow = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  const hue = (Math.atan2(blueYellow, greenRed) * 180) / Math.PI;
  return { chroma: Math.hypot(greenRed, blueYellow), hue: (hue + 360) % 360 };
}

/** A channel of sRGB, 0 to 1, as linear light. */
function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
