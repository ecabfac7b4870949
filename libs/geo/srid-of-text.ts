import { geometryForm } from './read-geometry.js';

const EWKB_SRID = 0x20000000;
const GEOJSON_SYSTEM = /"crs"[^}]*/gi;
const EPSG = /EPSG:+(?:[\d.]*:)?(\d{1,9})"/gi;

/** The SRID that a geometry's text names, without reading the geometry; 0 where it names none, null where it is none. */
export function sridOfText(text: string): number | null {
  const form = geometryForm(text);
  if (form === null) return null;
  if (form === 'geojson') return sridOfGeoJson(text) ?? 4326;
  if (form === 'wkt') return Number(/^\s*SRID\s*=\s*(\d+)/i.exec(text)?.[1] ?? 0);
  return sridOfHex(text.replace(/^(?:\\x|0x)/i, ''));
}

/** Each stretch that may name a system is read once. */
function sridOfGeoJson(text: string): number | null {
  for (const [system] of text.matchAll(GEOJSON_SYSTEM)) {
    const named = [...system.matchAll(EPSG)].at(-1)?.[1];
    if (named !== undefined) return Number(named);
  }
  return null;
}

function sridOfHex(hex: string): number {
  const isLittle = hex.startsWith('01');
  const word = (at: number): number => {
    const digits = hex.slice(at, at + 8);
    return Number.parseInt(isLittle ? (digits.match(/../g) ?? []).reverse().join('') : digits, 16);
  };
  return (word(2) & EWKB_SRID) === 0 ? 0 : word(10) || 0;
}
