import { BASEMAP_URL_CHARACTERS } from './studio-settings.js';

const PLACES = ['{z}', '{x}', '{y}'] as const;

/**
 * Says in a sentence what is wrong with the XYZ address of a basemap, or null where nothing is. It has to be http or
 * https, to hold `{z}`, `{x}` and `{y}` behind its host, each once, and to hold no user name or password, which
 * everybody who sees the map would see, too.
 */
export function basemapMistake(url: string): string | null {
  if (url.trim() === '') return 'Enter the address of the tiles.';
  if (url.length > BASEMAP_URL_CHARACTERS) return `The address is longer than ${BASEMAP_URL_CHARACTERS} characters.`;
  if (/\s/.test(url)) return 'The address has a space in it.';
  const host = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1];
  if (host === undefined) return 'The address has to begin with http:// or https://.';
  if (host.includes('@')) return 'Leave user name and password out of the address.';
  if (!isHost(host)) return 'The address has no host.';
  return placesMistake(url.slice(url.indexOf(host) + host.length));
}

function placesMistake(rest: string): string | null {
  const missing = PLACES.filter((place) => !rest.includes(place));
  if (missing.length > 0) return `The address needs ${missing.join(', ')} after its host.`;
  const doubled = PLACES.find((place) => rest.split(place).length > 2);
  if (doubled !== undefined) return `The address has ${doubled} more than once.`;
  const other = /\{(?![zxy]\})[^}]{0,2000}\}/.exec(rest)?.[0];
  return other === undefined ? null : `${other} is no placeholder; only {z}, {x} and {y} are.`;
}

/** A name, an IPv4 or an IPv6 address, with a port or without one. */
function isHost(host: string): boolean {
  const match = /^(\[[0-9a-f:.]+\]|[^:[\]{}<>"'\\|^`]+)(?::(\d{1,5}))?$/i.exec(host);
  return match !== null && Number(match[2] ?? 0) <= 65_535;
}
