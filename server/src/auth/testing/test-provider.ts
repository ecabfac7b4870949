import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export const CLIENT = { id: 'bench', secret: 'a secret of the client' };

/** A person as the identity provider knows them. */
export interface Account {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

/** A real OpenID Connect provider, where `account` is the one who sits at the browser. */
export class TestProvider {
  account: Account = { sub: 'nobody' };
  /** Claims of the ID token; by default all but the subject are in the user information only. */
  idToken: Partial<Account> = {};
  /** What answers at a path instead of the provider. */
  readonly instead = new Map<string, (response: ServerResponse) => void>();

  private keys: object[] = [];
  private provider: Provider;

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
    private readonly workbench: string,
    private readonly codeTtlS: number,
  ) {
    this.provider = this.build();
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.answer(request, response));
  }

  /** Starts one for a workbench at that address; codes are good for `codeTtlS` seconds. */
  static async start(workbench: string, codeTtlS = 60): Promise<TestProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return new TestProvider(server, issuer, workbench, codeTtlS);
  }

  /** Signs with another key from now on, and publishes that one alone. */
  rotateKeys(): void {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.keys = [{ ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' }];
    this.provider = this.build();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const instead = this.instead.get(request.url ?? '');
    if (instead !== undefined) instead(response);
    else if (request.url?.startsWith('/interaction/')) void this.signIn(request, response);
    else void this.provider.callback()(request, response);
  }

  private build(): Provider {
    const { workbench, codeTtlS, keys } = this;
    return new Provider(this.issuer, {
      ...(keys.length === 0 ? {} : { jwks: { keys } }),
      clients: [
        { client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [`${workbench}/api/auth/oidc/callback`] },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      pkce: { required: () => true },
      ttl: { AuthorizationCode: codeTtlS, Session: 600, Interaction: 600, AccessToken: 600, IdToken: 600, Grant: 600 },
      cookies: { keys: ['a key for tests'] },
      conformIdTokenClaims: false,
      findAccount: (_, accountId) => ({
        accountId,
        claims: (use) => ({ ...(use === 'id_token' ? this.idToken : this.account), sub: accountId }),
      }),
      loadExistingGrant: async (context) => {
        const { client, session, provider } = context.oidc;
        const ids = { clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' };
        const grant = new provider.Grant(ids);
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
  }

  private signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return this.provider.interactionFinished(request, response, { login: { accountId: this.account.sub } });
  }
}

/** Answers with a body of JSON. */
export function jsonAnswer(body: object): (response: ServerResponse) => void {
  return (response) => void response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
}
