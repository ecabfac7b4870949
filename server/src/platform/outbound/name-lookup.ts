import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { Injectable } from '@nestjs/common';

/** Asks the system for the addresses of a name; apart, so that tests can be the name server. */
@Injectable()
export class NameLookup {
  /** All addresses of `host`, in the system's order. Throws the system's error for a name that is not known. */
  addressesOf(host: string): Promise<LookupAddress[]> {
    return lookup(host, { all: true });
  }
}
