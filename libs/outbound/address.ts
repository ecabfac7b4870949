/** An IP address as a number, so that networks are a matter of comparing bits. */
export interface Address {
  readonly family: 4 | 6;
  readonly value: bigint;
}

const OCTET = /^(?:0|[1-9]\d{0,2})$/;
const GROUP = /^[\da-f]{1,4}$/i;
const OCTETS = 4;
const GROUPS = 8;
const MAX_OCTET = 255;
const OCTET_BITS = 8n;
const GROUP_BITS = 16n;

/**
 * Reads an IP address in its standard form (RFC 4291, dotted quad), with or without brackets and zone; null for anything
 * else. Other spellings of IPv4, such as one decimal number, are for `URL` to put into the standard form first.
 */
export function readAddress(text: string): Address | null {
  const bare = text.replace(/^\[(.*)\]$/, '$1').replace(/%[^%]*$/, '');
  if (!bare.includes(':')) return readIpv4(bare);
  return readIpv6(bare);
}

function readIpv4(text: string): Address | null {
  const octets = text.split('.');
  if (octets.length !== OCTETS || !octets.every((octet) => OCTET.test(octet) && Number(octet) <= MAX_OCTET))
    return null;
  return { family: 4, value: octets.reduce((value, octet) => (value << OCTET_BITS) | BigInt(octet), 0n) };
}

function readIpv6(text: string): Address | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head, tail] = halves.map(groupsOf);
  if (head === undefined || head === null || tail === null) return null;
  const missing = GROUPS - head.length - (tail?.length ?? 0);
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...head, ...Array<bigint>(missing).fill(0n), ...(tail ?? [])];
  return { family: 6, value: groups.reduce((value, group) => (value << GROUP_BITS) | group, 0n) };
}

/** The groups of one side of `::`; an IPv4 address may stand for the last two. */
function groupsOf(half: string): bigint[] | null {
  if (half === '') return [];
  const parts = half.split(':');
  const last = parts.at(-1) ?? '';
  const inner = last.includes('.') ? readIpv4(last) : null;
  if (last.includes('.') && inner === null) return null;
  const plain = inner === null ? parts : parts.slice(0, -1);
  if (!plain.every((part) => GROUP.test(part))) return null;
  const groups = plain.map((part) => BigInt(`0x${part}`));
  return inner === null ? groups : [...groups, inner.value >> GROUP_BITS, inner.value & 0xffffn];
}
