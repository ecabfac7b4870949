const OCTET = /^(?:0|[1-9]\d{0,2})$/;
const GROUP = /^[0-9a-f]{1,4}$/i;
const MASK = /^(?:0|[1-9]\d{0,2})$/;
/** Longer texts are no address. */
const MAX_CHARACTERS = 60;

/**
 * A key for the order that Postgres gives `inet` and `cidr`: IPv4 before IPv6, then by the bits of the network, the wider
 * network first, then by the whole address. Keys are ordered by their code units; null for a text that is no address.
 */
export function networkKey(text: string): string | null {
  if (text.length > MAX_CHARACTERS) return null;
  const [address = '', mask, ...more] = text.split('/');
  const isV6 = address.includes(':');
  const bits = isV6 ? v6Bits(address) : v4Bits(address);
  if (bits === null || more.length > 0 || (mask !== undefined && !MASK.test(mask))) return null;
  const length = mask === undefined ? bits.length : Number(mask);
  if (length > bits.length) return null;
  // A blank comes before both digits: a network that begins as another one and is wider comes first.
  return `${isV6 ? '6' : '4'}${bits.slice(0, length)} ${bits}`;
}

function v4Bits(address: string): string | null {
  const octets = address.split('.');
  if (octets.length !== 4 || !octets.every((octet) => OCTET.test(octet) && Number(octet) < 256)) return null;
  return octets.map((octet) => Number(octet).toString(2).padStart(8, '0')).join('');
}

function v6Bits(address: string): string | null {
  const halves = address.split('::');
  if (halves.length > 2) return null;
  const [head = null, tail = null] = halves.map(groupBits);
  if (head === null || (halves.length === 2 && tail === null)) return null;
  if (halves.length === 1) return head.length === 128 ? head : null;
  const missing = 128 - head.length - (tail ?? '').length;
  return missing < 16 ? null : head + '0'.repeat(missing) + (tail ?? '');
}

/** The bits of groups that colons part; the last one may be an IPv4 address. */
function groupBits(groups: string): string | null {
  if (groups === '') return '';
  const all = groups.split(':');
  let bits = '';
  for (const [index, group] of all.entries()) {
    const isLast = index === all.length - 1;
    const part = isLast && group.includes('.') ? v4Bits(group) : groupOf(group);
    if (part === null) return null;
    bits += part;
  }
  return bits;
}

function groupOf(group: string): string | null {
  return GROUP.test(group) ? Number.parseInt(group, 16).toString(2).padStart(16, '0') : null;
}
