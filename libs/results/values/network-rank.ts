import { networkKey } from './network.js';
import type { CellRank } from './rank.js';

/** Bits that a double holds beside the version of the protocol. */
const BITS = 48;
const DECODER = new TextDecoder();

/** Ranks addresses by their version and the first bits of their network. */
export function networkRank(bytes: Uint8Array, from: number, to: number, rank: CellRank): void {
  const key = networkKey(DECODER.decode(bytes.subarray(from, to)));
  const [network = ''] = key?.split(' ') ?? [];
  rank.low = 0;
  rank.isRough = true;
  rank.high =
    key === null
      ? Number.POSITIVE_INFINITY
      : Number(network[0]) * 2 ** BITS + Number.parseInt(network.slice(1, BITS + 1).padEnd(BITS, '0'), 2);
}
