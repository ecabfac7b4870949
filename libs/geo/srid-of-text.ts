import { geometryForm } from './read-geometry.js';

const EWKB_SRID = 0x20000000;
/** Objects that name a system are short. */
const GEOJSON_EPSG = /"crs"[^}]{0,500}EPSG:+(?:[\d.]*:)?(\d{1,9})"/i;

/** The SRID that a geometry's text names, without reading the geometry; 0 where it names none, null where it is none. */
export function sridOfText(text: string): number | null {
  const form = geometryForm(text);
  if (form === null) return null;
  if (form === 'geojson') return Number(GEOJSON_EPSG.exec(text)?.[1] ?? 4326);
  if (form === 'wkt') return Number(/^\s*SRID\s*=\s*(\d+)/i.exec(text)?.[1] ?? 0);
  return sridOfHex(text.replace(/^(?:\\x|0x)/i, ''));
}

function sridOfHex(hex: string): number {
  const isLittle = hex.startsWith('01');
  const word = (at: number): number => {
    const digits = hex.slice(at, at + 8);
    return Number.parseInt(isLittle ? (digits.match(/../g) ?? []).reverse().join('') : digits, 16);
  };
  return (word(2) & EWKB_SRID) === 0 ? 0 : word(10) || 0;
}
