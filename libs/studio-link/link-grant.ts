import { studioAddress } from './studio-link.js';
import type { StudioLink } from './studio-link.js';

/** Permission for one link to run once without a question, issued when a person follows a link of the workbench. */
export interface LinkGrant {
  /** The address that the link was written as; no other text or connection fits. */
  readonly address: string;
  /** Milliseconds since the epoch. */
  readonly expiresAtMs: number;
}

/** Long enough for a new tab to load on a slow machine, in milliseconds. */
export const LINK_GRANT_MS = 30_000;

/** Grants that are kept at once; older ones are dropped. */
const MAX_GRANTS = 8;

/** Adds a grant for a link and drops expired ones. */
export function addLinkGrant(grants: readonly LinkGrant[], link: StudioLink, nowMs: number): LinkGrant[] {
  const grant = { address: studioAddress(link), expiresAtMs: nowMs + LINK_GRANT_MS };
  return [...grants.filter((one) => isValid(one, nowMs)), grant].slice(-MAX_GRANTS);
}

/** Whether a link has a valid grant, and the grants that are left: each is used up by one visit. */
export function takeLinkGrant(
  grants: readonly LinkGrant[],
  link: StudioLink,
  nowMs: number,
): { isGranted: boolean; left: LinkGrant[] } {
  const address = studioAddress(link);
  const valid = grants.filter((one) => isValid(one, nowMs));
  const index = valid.findIndex((one) => one.address === address);
  return { isGranted: index >= 0, left: valid.filter((_, at) => at !== index) };
}

/** Whether a value read from storage is a list of grants. */
export function areLinkGrants(value: unknown): value is LinkGrant[] {
  return Array.isArray(value) && value.every(isLinkGrant);
}

function isLinkGrant(value: unknown): value is LinkGrant {
  if (typeof value !== 'object' || value === null) return false;
  const { address, expiresAtMs } = value as Partial<LinkGrant>;
  return typeof address === 'string' && Number.isFinite(expiresAtMs);
}

/** A grant from the future means that the clock was set back: it would live longer than it may. */
function isValid({ expiresAtMs }: LinkGrant, nowMs: number): boolean {
  return expiresAtMs > nowMs && expiresAtMs <= nowMs + LINK_GRANT_MS;
}
