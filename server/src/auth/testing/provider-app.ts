import { freePort } from '../../platform/index.js';
import { AuthApp } from './auth-app.js';
import { TestBrowser } from './test-browser.js';
import { CLIENT, TestProvider } from './test-provider.js';
import type { Account } from './test-provider.js';

/** A workbench whose people sign in at a provider. */
export class ProviderApp {
  browser = new TestBrowser();

  private constructor(
    readonly provider: TestProvider,
    readonly app: AuthApp,
  ) {}

  /** Starts both: members of `ops` are administrators, those of `staff` and `guests` users. */
  static async start(codeTtlS = 60, env: Record<string, string> = {}): Promise<ProviderApp> {
    const port = await freePort(15_000 + Math.floor(Math.random() * 15_000));
    const address = `http://127.0.0.1:${port}`;
    const provider = await TestProvider.start(address, codeTtlS);
    const app = await AuthApp.startWithAdmin({
      env: {
        PORT: String(port),
        WORKBENCH_PUBLIC_URL: address,
        WORKBENCH_OIDC_ISSUER: provider.issuer,
        WORKBENCH_OIDC_CLIENT_ID: CLIENT.id,
        WORKBENCH_OIDC_CLIENT_SECRET: CLIENT.secret,
        WORKBENCH_OIDC_NAME: 'Example ID',
        WORKBENCH_OIDC_ADMIN_GROUPS: 'ops',
        WORKBENCH_OIDC_USER_GROUPS: 'staff, guests',
        ...env,
      },
    });
    return new ProviderApp(provider, app);
  }

  async stop(): Promise<void> {
    await this.app.stop();
    await this.provider.stop();
  }

  login(returnTo = '/studio?tab=2'): URL {
    return new URL(`${this.app.origin}/api/auth/oidc/login?return_to=${encodeURIComponent(returnTo)}`);
  }

  /** Signs in as `account`, with a fresh browser; answers where it ends up. */
  async signInAs(account: Account, returnTo?: string): Promise<string> {
    this.provider.account = account;
    const browser = new TestBrowser();
    this.browser = browser;
    return pathOf(await browser.follow(this.login(returnTo), (url) => this.isPage(url)));
  }

  isPage({ origin, pathname }: URL): boolean {
    return origin === this.app.origin && !pathname.startsWith('/api/');
  }
}

/** Where a sign-in ends that failed on the way to where `login` wants to go. */
export function failedAt(error: string): string {
  return `/sign-in?error=${error}&return_to=%2Fstudio%3Ftab%3D2`;
}

export function pathOf(url: URL | null): string {
  return `${url?.pathname ?? ''}${url?.search ?? ''}`;
}
