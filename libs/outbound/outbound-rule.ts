import { readAddress } from './address.js';
import { carriedAddress, classOfAddress } from './address-class.js';
import type { AddressClass } from './address-class.js';
import { isInNetwork, isOneAddress, readNetwork } from './network.js';
import type { Network } from './network.js';

/** Whether something may be reached, and if not, why: a sentence for the person who typed the address. */
export type OutboundVerdict = { readonly kind: 'allowed' } | { readonly kind: 'refused'; readonly reason: string };

/** What a person typed, in the one form that is then used: never the text itself. */
export type TargetReading =
  { readonly kind: 'target'; readonly url: URL } | { readonly kind: 'refused'; readonly reason: string };

export type HostReading =
  { readonly kind: 'host'; readonly host: string } | { readonly kind: 'refused'; readonly reason: string };

/** This machine itself: allowed in addition where a person opened it for one purpose. */
export const LOOPBACK_NETWORKS: readonly Network[] = readNetworks('127.0.0.0/8, ::1').networks;

/** Whether a host name always is this machine (RFC 6761), whatever a name server says. */
export function isLoopbackName(host: string): boolean {
  return /(?:^|\.)localhost\.?$/i.test(host);
}

const ALLOWED: OutboundVerdict = { kind: 'allowed' };

const DESCRIPTIONS: Readonly<Record<Exclude<AddressClass, 'public'>, string>> = {
  loopback: 'this machine itself',
  private: 'a private network',
  'link-local': 'the local link',
  metadata: "a cloud's metadata service",
  shared: "a carrier's shared network",
  unspecified: 'an unspecified address',
  multicast: 'a multicast group',
  reserved: 'a reserved range',
};

const ALLOW_HINT = 'The administrator can allow a network with WORKBENCH_OUTBOUND_ALLOW.';

/** Reads a comma-separated list of networks; `mistakes` are the parts that are none. */
export function readNetworks(text: string): { networks: Network[]; mistakes: string[] } {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const read = parts.map((part) => ({ part, network: readNetwork(part) }));
  return {
    networks: read.flatMap(({ network }) => (network === null ? [] : [network])),
    mistakes: read.flatMap(({ part, network }) => (network === null ? [part] : [])),
  };
}

/**
 * Decides whether an IP address may be connected to: public ones always, others where a network of `allowed` holds them
 * (written as IPv4 or as the IPv6 that stands for it). A metadata service must be allowed by its very address: a wide
 * network that happens to cover it opens nothing. What is no IP address is refused.
 */
export function judgeAddress(text: string, allowed: readonly Network[]): OutboundVerdict {
  const address = readAddress(text);
  if (address === null) return refused(`"${text}" is not an IP address.`);
  const kind = classOfAddress(address);
  if (kind === 'public') return ALLOWED;
  const forms = [address, carriedAddress(address)].filter((form) => form !== null);
  const usable = kind === 'metadata' ? allowed.filter(isOneAddress) : allowed;
  if (usable.some((network) => forms.some((form) => isInNetwork(form, network)))) return ALLOWED;
  return refused(`${text} is ${DESCRIPTIONS[kind]}, which the workbench does not reach. ${ALLOW_HINT}`);
}

/** Why an address with a name or password is refused: addresses are shown, and passwords have fields of their own. */
export const CREDENTIALS_REFUSED = 'The address must not hold a name or password.';

/** Whether an address has a name or password in front of its host. */
export function holdsCredentials({ username, password }: Pick<URL, 'username' | 'password'>): boolean {
  return username !== '' || password !== '';
}

/**
 * Reads an http or https address, with what its host gives away: a literal address is judged at once, a name when it is
 * resolved. Refuses other schemes, and names and passwords inside the address.
 */
export function readTarget(text: string, allowed: readonly Network[]): TargetReading {
  if (!URL.canParse(text.trim())) return refused('This is not a web address.');
  const url = new URL(text.trim());
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refused('Only http and https addresses are used.');
  if (holdsCredentials(url)) return refused(CREDENTIALS_REFUSED);
  const verdict = judgeLiteral(url.hostname, allowed);
  return verdict.kind === 'refused' ? verdict : { kind: 'target', url };
}

/** Reads the name or address of a host, such as a mail server's, in any spelling that systems take. */
export function readHost(text: string, allowed: readonly Network[]): HostReading {
  const bare = text.trim();
  const written = bare.includes(':') && !bare.startsWith('[') ? `[${bare}]` : bare;
  const isHost = /^(?:[\p{L}\p{N}._-]+|\[[\da-f:.]+\])$/iu.test(written);
  if (!isHost || !URL.canParse(`http://${written}/`)) return refused('This is not a host name or address.');
  const host = new URL(`http://${written}/`).hostname;
  const verdict = judgeLiteral(host, allowed);
  return verdict.kind === 'refused' ? verdict : { kind: 'host', host: host.replace(/^\[(.*)\]$/, '$1') };
}

function judgeLiteral(host: string, allowed: readonly Network[]): OutboundVerdict {
  return readAddress(host) === null ? ALLOWED : judgeAddress(host.replace(/^\[(.*)\]$/, '$1'), allowed);
}

function refused(reason: string): { kind: 'refused'; reason: string } {
  return { kind: 'refused', reason };
}
