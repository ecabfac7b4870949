import type { Request } from 'express';
import { Strategy } from 'passport';
import type { IdentityProvider, ProviderIdentity } from './identity-provider.js';
import type { ProviderTransaction } from './sealed-transaction.js';

/** The name of the way in by the identity provider. */
export const PROVIDER_STRATEGY = 'provider';

/** Finds out who came back from the provider; `transactionOf` is what their browser kept meanwhile. */
export class ProviderStrategy extends Strategy {
  constructor(
    private readonly provider: IdentityProvider,
    private readonly transactionOf: (request: Request) => Promise<ProviderTransaction | null>,
  ) {
    super();
  }

  override authenticate(request: Request): void {
    this.identityOf(request).then(
      (identity) => {
        if (identity === null) this.fail();
        else this.success(identity);
      },
      (error: unknown) => this.error(error),
    );
  }

  /** Null where the browser kept nothing. */
  private async identityOf(request: Request): Promise<ProviderIdentity | null> {
    const transaction = await this.transactionOf(request);
    if (transaction === null) return null;
    const { search } = new URL(request.originalUrl, 'http://workbench.invalid');
    return this.provider.finish(search, transaction);
  }
}
