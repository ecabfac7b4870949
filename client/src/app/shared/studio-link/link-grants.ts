import { inject, Service } from '@angular/core';
import { addLinkGrant, areLinkGrants, takeLinkGrant } from '#libs/studio-link';
import type { LinkGrant, StudioLink } from '#libs/studio-link';
import { Identity } from '../identity/identity';
import { readStored, writeStored } from '../storage/stored-signal';

/**
 * Which links into the studio a person has just followed inside the workbench. Those in the same tab are kept in memory,
 * those for a new tab in the browser's storage: another site can write neither, so a link without a grant came from
 * outside.
 */
@Service()
export class LinkGrants {
  private readonly identity = inject(Identity);
  private here: readonly LinkGrant[] = [];

  /** Lets a link run once without a question, in this tab or in one that opens now. */
  issue(link: StudioLink, target: 'this tab' | 'new tab'): void {
    if (target === 'this tab') this.here = addLinkGrant(this.here, link, Date.now());
    else writeStored(this.key(), addLinkGrant(this.stored(), link, Date.now()));
  }

  /** Whether a link may run without a question; uses the grant up. */
  take(link: StudioLink): boolean {
    const here = takeLinkGrant(this.here, link, Date.now());
    this.here = here.left;
    if (here.isGranted) return true;
    const { isGranted, left } = takeLinkGrant(this.stored(), link, Date.now());
    if (isGranted) writeStored(this.key(), left);
    return isGranted;
  }

  private stored(): readonly LinkGrant[] {
    return readStored(this.key(), [], areLinkGrants);
  }

  private key(): string {
    return this.identity.personalKey('dw.studio.link-grants');
  }
}
