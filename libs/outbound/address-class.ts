import type { Address } from './address.js';
import { isInNetwork, readNetwork } from './network.js';
import type { Network } from './network.js';

/** What kind of place an address is. Only `public` may be reached without being allowed. */
export type AddressClass =
  'public' | 'loopback' | 'private' | 'link-local' | 'metadata' | 'shared' | 'unspecified' | 'multicast' | 'reserved';

/** By the IANA special-purpose registries; the first match counts. Metadata services lie inside wider ranges. */
const RANGES: readonly (readonly [AddressClass, readonly string[]])[] = [
  [
    'metadata',
    ['169.254.169.254', '169.254.170.2', '169.254.170.23', '100.100.100.200', '192.0.0.192', '168.63.129.16'],
  ],
  ['metadata', ['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254']],
  ['unspecified', ['0.0.0.0/8', '::']],
  ['loopback', ['127.0.0.0/8', '::1']],
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10']],
  ['link-local', ['169.254.0.0/16', 'fe80::/10']],
  ['shared', ['100.64.0.0/10']],
  ['multicast', ['224.0.0.0/4', 'ff00::/8']],
  ['reserved', ['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '198.18.0.0/15', '198.51.100.0/24']],
  ['reserved', ['203.0.113.0/24', '240.0.0.0/4']],
  ['reserved', ['64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '3fff::/20', '5f00::/16']],
];

const CLASSES = RANGES.map(([kind, texts]) => ({ kind, networks: texts.map(networkOf) }));

/** IPv6 ranges that carry an IPv4 address, and how many bits follow it. */
const CARRIERS = [
  { network: networkOf('::ffff:0:0/96'), bitsBehind: 0n },
  { network: networkOf('::ffff:0:0:0/96'), bitsBehind: 0n },
  { network: networkOf('64:ff9b::/96'), bitsBehind: 0n },
  { network: networkOf('2002::/16'), bitsBehind: 80n },
  { network: networkOf('::/96'), bitsBehind: 0n },
];

const GLOBAL_UNICAST = networkOf('2000::/3');
const IPV4_MASK = 0xffff_ffffn;

/**
 * The class of an address. IPv6 addresses that stand for an IPv4 address (mapped, translated, NAT64, 6to4, compatible)
 * have the class of that one; of the rest only global unicast is public.
 */
export function classOfAddress(address: Address): AddressClass {
  const named = CLASSES.find(({ networks }) => networks.some((network) => isInNetwork(address, network)));
  if (named !== undefined) return named.kind;
  const inner = carriedAddress(address);
  if (inner !== null) return classOfAddress(inner);
  return address.family === 4 || isInNetwork(address, GLOBAL_UNICAST) ? 'public' : 'reserved';
}

/** The IPv4 address that an IPv6 address stands for, or null. */
export function carriedAddress(address: Address): Address | null {
  const carrier = CARRIERS.find(({ network }) => isInNetwork(address, network));
  if (carrier === undefined) return null;
  return { family: 4, value: (address.value >> carrier.bitsBehind) & IPV4_MASK };
}

function networkOf(text: string): Network {
  const network = readNetwork(text);
  if (network === null) throw new Error(`"${text}" is not a network`);
  return network;
}
