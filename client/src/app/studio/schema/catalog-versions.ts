import { Service } from '@angular/core';

/**
 * The last known version of each connection's catalog. It outlives the Studio, as the schema tree does, so that a change
 * made while another page was shown is noticed.
 */
@Service()
export class CatalogVersions {
  private readonly versions = new Map<string, string>();

  /** Notes a version; whether it differs from the one before. */
  note(connectionId: string, version: string): boolean {
    const before = this.versions.get(connectionId);
    this.versions.set(connectionId, version);
    return before !== undefined && before !== version;
  }
}
