import { readAddress } from './address.js';
import type { Address } from './address.js';

/** The addresses whose first `prefix` bits are those of `base`. */
export interface Network {
  /** As it was written. */
  readonly text: string;
  readonly base: Address;
  readonly prefix: number;
}

const BITS = { 4: 32, 6: 128 } as const;

/** Reads `10.0.0.0/8`, `fd00::/8`, or one address; null for anything else, also for bits set behind the prefix. */
export function readNetwork(text: string): Network | null {
  const [address = '', length, ...rest] = text.trim().split('/');
  const base = readAddress(address);
  if (base === null || rest.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length))) return null;
  const prefix = length === undefined ? BITS[base.family] : Number(length);
  if (prefix > BITS[base.family]) return null;
  const network = { text: text.trim(), base, prefix };
  return (base.value & hostMask(network)) === 0n ? network : null;
}

/** Whether an address lies in a network of its own family. */
export function isInNetwork({ family, value }: Address, network: Network): boolean {
  return family === network.base.family && (value | hostMask(network)) === (network.base.value | hostMask(network));
}

/** Whether a network is one address. */
export function isOneAddress({ base, prefix }: Network): boolean {
  return prefix === BITS[base.family];
}

function hostMask({ base, prefix }: Network): bigint {
  return (1n << BigInt(BITS[base.family] - prefix)) - 1n;
}
