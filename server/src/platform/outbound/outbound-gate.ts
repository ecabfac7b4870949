import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { LOOPBACK_NETWORKS, judgeAddress, readHost, readNetwork, readTarget } from '#libs/outbound';
import type { Network } from '#libs/outbound';
import { WORKBENCH_CONFIG } from '../config/workbench-config.js';
import type { WorkbenchConfig } from '../config/workbench-config.js';
import { NameLookup } from './name-lookup.js';
import { NAME_REFUSED, OutboundFailure } from './outbound-failure.js';

/** Wide enough for every network; metadata services stay closed, since those must be allowed by their very address. */
const EVERYWHERE: readonly Network[] = ['0.0.0.0/0', '::/0'].map(readNetwork).filter((network) => network !== null);

/** What one purpose may reach beside what everything may. */
export interface OutboundReach {
  /** A host that the administrator configured, wherever it is; null for none. */
  readonly trustedHost: string | null;
  /** Whether this machine itself may be reached; never in multi-user mode. */
  readonly hasLoopback: boolean;
}

/** What everything may reach. */
export const USUAL_REACH: OutboundReach = { trustedHost: null, hasLoopback: false };

/**
 * Decides what the workbench connects to when a person typed the address. A name is judged by the addresses that it has at
 * the moment of connecting, and exactly those are connected to: there is no second look-up that could say something else.
 */
@Injectable()
export class OutboundGate {
  private readonly allowed: readonly Network[];
  private readonly allowedWithLoopback: readonly Network[];

  constructor(
    @Inject(WORKBENCH_CONFIG) { outboundAllow, mode }: WorkbenchConfig,
    private readonly names: NameLookup,
  ) {
    this.allowed = outboundAllow;
    this.allowedWithLoopback = mode === 'single' ? [...outboundAllow, ...LOOPBACK_NETWORKS] : outboundAllow;
  }

  /** Reads a web address before anything is sent; throws `OutboundFailure` of kind `refused`. */
  target(text: string, reach = USUAL_REACH): URL {
    const reading = readTarget(text, this.allowedFor(hostOf(text), reach));
    if (reading.kind === 'refused') throw new OutboundFailure('refused', reading.reason);
    return reading.url;
  }

  /** Reads the host of a server that is not spoken to by HTTP; throws `OutboundFailure` of kind `refused`. */
  host(text: string): string {
    const reading = readHost(text, this.allowed);
    if (reading.kind === 'refused') throw new OutboundFailure('refused', reading.reason);
    return reading.host;
  }

  /** Judges a host that is an address already, which is never looked up. */
  checkLiteral(host: string, reach: OutboundReach): void {
    if (isIP(host) !== 0) this.check(host, host, reach);
  }

  /** What sockets look names up with: one address that may not be reached, and the name is refused as a whole. */
  lookup(reach: OutboundReach): LookupFunction {
    return (host, options, callback) => {
      this.reachable(host, reach).then(
        (addresses) => {
          const [first] = addresses;
          if (options.all === true) callback(null, addresses);
          else callback(null, first?.address ?? '', first?.family);
        },
        (error: unknown) => callback(error as NodeJS.ErrnoException, []),
      );
    };
  }

  private async reachable(host: string, reach: OutboundReach): ReturnType<NameLookup['addressesOf']> {
    const addresses = await this.names.addressesOf(host);
    if (addresses.length === 0) throw new OutboundFailure('unreachable', 'The host name has no address.');
    for (const { address } of addresses) this.check(host, address, reach);
    return addresses;
  }

  /** Of a name that may not be reached no address is shown: it would be a way to read the name server of the network. */
  private check(host: string, address: string, reach: OutboundReach): void {
    const verdict = judgeAddress(address, this.allowedFor(host, reach));
    if (verdict.kind === 'refused')
      throw new OutboundFailure('refused', isIP(host) === 0 ? NAME_REFUSED : verdict.reason);
  }

  private allowedFor(host: string, { trustedHost, hasLoopback }: OutboundReach): readonly Network[] {
    if (trustedHost !== null && host === trustedHost) return EVERYWHERE;
    return hasLoopback ? this.allowedWithLoopback : this.allowed;
  }
}

/** The host of a web address as sockets know it: an IPv6 address without its brackets. */
export function hostOf(text: string): string {
  return URL.canParse(text) ? new URL(text).hostname.replace(/^\[(.*)\]$/, '$1') : '';
}
