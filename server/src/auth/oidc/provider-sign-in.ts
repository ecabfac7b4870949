import { Inject, Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import { PinoLogger } from 'nestjs-pino';
import { MAX_RETURN_PATH, failedSignInPath, ownPath } from '#libs/access';
import { Clock, OutboundFailure, Problem, SecretKeys, WORKBENCH_CONFIG } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';
import type { SignInClient, SignedIn } from '../sign-in/sign-in-issuer.js';
import { PassportAuthenticator } from '../sign-in/passport-authenticator.js';
import { SignInFailures } from '../sign-in/sign-in-failures.js';
import { IdentityProvider, ProviderUnreachable } from './identity-provider.js';
import type { ProviderIdentity } from './identity-provider.js';
import { PROVIDER_STRATEGY, ProviderStrategy } from './provider-strategy.js';
import { ProviderUsers } from './provider-users.js';
import { TransactionSeal, transactionCookie, transactionCookies } from './sealed-transaction.js';
import type { ProviderTransaction } from './sealed-transaction.js';

/** What the sign-in page learns of a sign-in that failed: enough to know whom to ask, nothing to learn from. */
type SignInError = 'unreachable' | 'expired' | 'failed' | 'not-allowed';

const PATH = '/api/auth/oidc';
/** Sign-ins that a browser may have under way: with more of their cookies its requests become too long. */
const MOST_UNDER_WAY = 3;

/** Where a browser goes on after the provider, with a sign-in or without. */
export interface ProviderReturn {
  readonly path: string;
  readonly signedIn: SignedIn | null;
}

/** The way to the identity provider and back. */
@Injectable()
export class ProviderSignIn {
  private readonly seal: TransactionSeal;
  private readonly cookieOptions: CookieOptions;

  constructor(
    @Inject(WORKBENCH_CONFIG) config: WorkbenchConfig,
    private readonly clock: Clock,
    private readonly failures: SignInFailures,
    private readonly provider: IdentityProvider,
    private readonly users: ProviderUsers,
    private readonly authenticator: PassportAuthenticator,
    private readonly logger: PinoLogger,
    keys: SecretKeys,
  ) {
    this.seal = new TransactionSeal(keys);
    logger.setContext(ProviderSignIn.name);
    const secure = config.publicUrl.startsWith('https:');
    this.cookieOptions = { httpOnly: true, sameSite: 'lax', path: PATH, secure };
    authenticator.add(PROVIDER_STRATEGY, new ProviderStrategy(provider, (request) => this.transactionOf(request)));
  }

  /**
   * Where to send a browser that wants to sign in at the provider and then go to `asked`; it keeps a cookie meanwhile.
   * Throws `not-found` where no provider is configured.
   */
  async begin(asked: string | undefined, request: Request, response: Response): Promise<string> {
    const returnTo = pathBack(asked);
    try {
      const { url, transaction } = await this.provider.begin(returnTo);
      await this.clearOlder(request, response);
      const expires = new Date(transaction.expiresAt);
      response.cookie(transactionCookie(transaction.state), await this.seal.seal(transaction), {
        ...this.cookieOptions,
        expires,
      });
      return url.href;
    } catch (error) {
      if (error instanceof Problem) throw error;
      return failedSignInPath(this.explain(error), returnTo);
    }
  }

  /**
   * Signs in the person who comes back from the provider, whatever browser and provider send. Throws `not-found` where no provider
   * is configured.
   */
  async finish(request: Request, response: Response, client: SignInClient): Promise<ProviderReturn> {
    if (!this.provider.isConfigured) throw new Problem('not-found');
    const returnTo = (await this.transactionOf(request))?.returnTo ?? '/';
    response.clearCookie(transactionCookie(stateOf(request)), this.cookieOptions);
    let identity: ProviderIdentity | null;
    try {
      identity = await this.authenticator.authenticate<ProviderIdentity>(PROVIDER_STRATEGY, request, response);
    } catch (error) {
      return this.refused(this.explain(error), returnTo, client);
    }
    if (identity === null) return this.refused('expired', returnTo, client);
    const signedIn = await this.users.signIn(identity, client);
    return {
      path: signedIn === null ? failedSignInPath('not-allowed' satisfies SignInError, returnTo) : returnTo,
      signedIn,
    };
  }

  private async transactionOf(request: Request): Promise<ProviderTransaction | null> {
    const sealed = parseCookie(request.headers.cookie ?? '')[transactionCookie(stateOf(request))];
    return sealed === undefined ? null : this.seal.open(sealed, this.clock.now());
  }

  private async refused(error: SignInError, returnTo: string, { address }: SignInClient): Promise<ProviderReturn> {
    await this.failures.record('auth.sign_in', { kind: 'user', id: '', name: null }, { address, way: 'provider' });
    return { path: failedSignInPath(error, returnTo), signedIn: null };
  }

  /** Has the browser forget the sign-ins that it gave up, so that there is room for another one. */
  private async clearOlder(request: Request, response: Response): Promise<void> {
    const cookies = parseCookie(request.headers.cookie ?? '');
    const found: { name: string; expiresAt: number }[] = [];
    for (const name of transactionCookies(Object.keys(cookies))) {
      const transaction = await this.seal.open(cookies[name] ?? '', this.clock.now());
      found.push({ name, expiresAt: transaction?.expiresAt ?? 0 });
    }
    found.sort((one, other) => other.expiresAt - one.expiresAt);
    for (const { name } of found.slice(MOST_UNDER_WAY - 1)) response.clearCookie(name, this.cookieOptions);
  }

  private explain(error: unknown): SignInError {
    this.logger.warn({ reason: reasonOf(error) }, 'a sign-in at the identity provider failed');
    return isUnanswered(error) ? 'unreachable' : 'failed';
  }
}

/** The state with which a browser comes back; empty where it has none. */
function stateOf({ query }: Request): string {
  return typeof query.state === 'string' ? query.state : '';
}

/** Where to go on; the start in place of a path that the cookie has no room for. */
function pathBack(returnTo: string | undefined): string {
  const path = ownPath(returnTo);
  return path.length <= MAX_RETURN_PATH ? path : '/';
}

/** Whether the provider did not answer: the library wraps what the network threw, and a time limit while it reads. */
function isUnanswered(error: unknown): boolean {
  if (error instanceof OutboundFailure) return error.kind !== 'too-large';
  if (error instanceof ProviderUnreachable) return true;
  if (typeof error !== 'object' || error === null) return false;
  const { name, cause }: { name?: unknown; cause?: unknown } = error;
  return name === 'TimeoutError' || isUnanswered(cause);
}

/** Messages, codes and statuses only: the rest of such an error carries what the provider sent, tokens included. */
function reasonOf(error: unknown): string {
  if (error instanceof Response)
    return `HTTP ${error.status}, ${error.headers.get('content-type') ?? 'no content type'}`;
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  const hasCause = error.cause instanceof Error || error.cause instanceof Response;
  const cause = hasCause ? `: ${reasonOf(error.cause)}` : '';
  return `${error.message}${code}${cause}`;
}
