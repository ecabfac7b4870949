import { readAddress } from '../../outbound/address.js';

const BITS = { 4: 32, 6: 128 } as const;
/** An address without brackets and zone, and the length of its network. */
const ADDRESS = /^([\da-f:.]{2,45})(?:\/(0|[1-9]\d{0,2}))?$/i;

/**
 * A key for the order that Postgres gives `inet` and `cidr`: IPv4 before IPv6, then by the bits of the network, the wider
 * network first, then by the whole address. Keys are ordered by their code units; null for a text that is no address.
 */
export function networkKey(text: string): string | null {
  const [, written = '', mask] = ADDRESS.exec(text) ?? [];
  const address = readAddress(written);
  if (address === null) return null;
  const size = BITS[address.family];
  const length = mask === undefined ? size : Number(mask);
  if (length > size) return null;
  const bits = address.value.toString(2).padStart(size, '0');
  // A blank comes before both digits: a network that begins as another one and is wider comes first.
  return `${address.family}${bits.slice(0, length)} ${bits}`;
}
