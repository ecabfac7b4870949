/** Claims of a person, as an ID token or the user information of a provider holds them. */
export interface ProviderClaims {
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly name?: unknown;
  readonly preferred_username?: unknown;
  readonly [claim: string]: unknown;
}

/** What the claims of a provider come to. */
export interface PersonClaims {
  readonly email: string | null;
  /** Whether the provider has checked this address. */
  readonly isEmailVerified: boolean;
  readonly name: string;
  readonly groups: readonly string[];
}

const NAME_LENGTH = 200;

/** Whether an ID token has all that is needed of a person, so that the user information need not be read. */
export function isCompleteIdToken(idToken: ProviderClaims, groupClaim: string): boolean {
  return hasEmailPair(idToken) && isPresent(idToken[groupClaim]);
}

/**
 * What an ID token and the user information of the same subject say of a person. An address and whether it is verified come
 * from one of the two, as do the groups: an address of the ID token is never verified by what the user information says of
 * its own. The ID token goes first, except where it lacks `email_verified` and the user information has an address.
 */
export function personClaims(idToken: ProviderClaims, userInfo: ProviderClaims, groupClaim: string): PersonClaims {
  const isEmailOfToken = hasEmailPair(idToken) || typeof userInfo.email !== 'string';
  const { email, email_verified: isVerified } = isEmailOfToken ? idToken : userInfo;
  const groups = isPresent(idToken[groupClaim]) ? idToken[groupClaim] : userInfo[groupClaim];
  const list: readonly unknown[] = Array.isArray(groups) ? groups : [groups];
  return {
    email: typeof email === 'string' ? email : null,
    isEmailVerified: typeof email === 'string' && isVerified === true,
    name: nameOf(idToken) || nameOf(userInfo),
    groups: list.filter((group): group is string => typeof group === 'string'),
  };
}

function hasEmailPair(claims: ProviderClaims): boolean {
  return typeof claims.email === 'string' && isPresent(claims.email_verified);
}

function nameOf({ name, preferred_username: userName }: ProviderClaims): string {
  return (
    [name, userName].find((text): text is string => typeof text === 'string' && text !== '')?.slice(0, NAME_LENGTH) ??
    ''
  );
}

function isPresent(claim: unknown): boolean {
  return claim !== undefined && claim !== null;
}
