import { Inject, Injectable } from '@nestjs/common';
import type * as openid from 'openid-client';
import { isCompleteIdToken, personClaims } from '#libs/access';
import type { PersonClaims, ProviderClaims } from '#libs/access';
import { Clock, Outbound, Problem, WORKBENCH_CONFIG } from '../../platform/index.js';
import type { IdentityProviderConfig, WorkbenchConfig } from '../../platform/index.js';
import type { ProviderTransaction } from './sealed-transaction.js';

/** What a provider says of a person who signed in there. */
export interface ProviderIdentity extends PersonClaims {
  readonly issuer: string;
  readonly subject: string;
}

/** The provider cannot be asked at the moment. */
export class ProviderUnreachable extends Error {}

const TIMEOUT_S = 10;
/** Time to sign in there. */
const TRANSACTION_MS = 10 * 60_000;

/** Loaded by the first sign-in that needs it. */
const loadLibrary = () => import('openid-client');

/** Signing in at an OpenID Connect provider by the code flow with PKCE, state and nonce. */
@Injectable()
export class IdentityProvider {
  /** The provider describes itself once; after a failure it is asked again. */
  private description: Promise<openid.Configuration> | null = null;
  private readonly redirectUri: string;

  constructor(
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
    private readonly clock: Clock,
    private readonly outbound: Outbound,
  ) {
    this.redirectUri = `${config.publicUrl}/api/auth/oidc/callback`;
  }

  get isConfigured(): boolean {
    return this.config.signIn.provider !== null;
  }

  /** How the provider is set up; throws `not-found` where there is none. */
  get settings(): IdentityProviderConfig {
    const { provider } = this.config.signIn;
    if (provider === null) throw new Problem('not-found');
    return provider;
  }

  /** Where to send the browser, and what to keep until it comes back. Throws `ProviderUnreachable`. */
  async begin(returnTo: string): Promise<{ url: URL; transaction: ProviderTransaction }> {
    const [openid, description] = await Promise.all([loadLibrary(), this.describe()]);
    const codeVerifier = openid.randomPKCECodeVerifier();
    const [state, nonce] = [openid.randomState(), openid.randomNonce()];
    const url = openid.buildAuthorizationUrl(description, {
      redirect_uri: this.redirectUri,
      scope: this.settings.scopes,
      code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...{ state, nonce },
    });
    const expiresAt = this.clock.now() + TRANSACTION_MS;
    return { url, transaction: { state, nonce, codeVerifier, returnTo, expiresAt } };
  }

  /**
   * Who came back with the query `search` (with its `?`). Throws where the answer does not belong to the transaction, the
   * code is spent, or a signature, nonce or issuer is wrong; `ProviderUnreachable` where the provider cannot describe itself,
   * and what the network throws where it does not answer.
   */
  async finish(search: string, transaction: ProviderTransaction): Promise<ProviderIdentity> {
    const [openid, description] = await Promise.all([loadLibrary(), this.describe()]);
    const tokens = await openid.authorizationCodeGrant(description, new URL(`${this.redirectUri}${search}`), {
      expectedState: transaction.state,
      expectedNonce: transaction.nonce,
      pkceCodeVerifier: transaction.codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('the provider sent no ID token');
    const userInfo = await this.userInfo(description, tokens.access_token, claims);
    return { issuer: claims.iss, subject: claims.sub, ...personClaims(claims, userInfo, this.settings.groupClaim) };
  }

  /**
   * What the provider reports of the same subject when asked, as far as the ID token lacks it: providers may keep e-mail and
   * groups out of that. Throws where the answer is about another subject.
   */
  private async userInfo(
    description: openid.Configuration,
    accessToken: string,
    claims: openid.IDToken,
  ): Promise<ProviderClaims> {
    const isComplete = isCompleteIdToken(claims, this.settings.groupClaim);
    if (isComplete || description.serverMetadata().userinfo_endpoint === undefined) return {};
    const openid = await loadLibrary();
    return openid.fetchUserInfo(description, accessToken, claims.sub);
  }

  /** Throws `not-found` where there is no provider. */
  private describe(): Promise<openid.Configuration> {
    const { settings } = this;
    this.description ??= this.discover(settings).catch((error: unknown) => {
      this.description = null;
      throw new ProviderUnreachable('could not read the metadata of the identity provider', { cause: error });
    });
    return this.description;
  }

  private async discover({ issuer, clientId, clientSecret }: IdentityProviderConfig): Promise<openid.Configuration> {
    const openid = await loadLibrary();
    const authentication = clientSecret === null ? openid.None() : openid.ClientSecretBasic(clientSecret);
    // Reading the environment has let http through for this machine only, which is what the function is marked for.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    const insecure = issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [];
    // Without it, the library takes TLS to the token endpoint for enough, which a provider at http does not have.
    const execute = [...insecure, openid.enableNonRepudiationChecks];
    // The issuer is the administrator's word, so it may be in a private network; what it refers to elsewhere may not.
    const fetch = this.outbound.fetch({ trustedHost: new URL(issuer).hostname.replace(/^\[(.*)\]$/, '$1') });
    const options = { execute, timeout: TIMEOUT_S, [openid.customFetch]: fetch as openid.CustomFetch };
    return openid.discovery(new URL(issuer), clientId, undefined, authentication, options);
  }
}
