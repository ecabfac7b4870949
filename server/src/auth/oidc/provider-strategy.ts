import type { Request } from 'express';
import { Strategy } from 'passport';
import type { IdentityProvider } from './identity-provider.js';
import type { ProviderTransaction } from './sealed-transaction.js';

/** The name of the way in by the identity provider. */
export const PROVIDER_STRATEGY = 'provider';

/** Finds out who came back from the provider; `transactionOf` is what their browser kept meanwhile. */
export class ProviderStrategy extends Strategy {
  constructor(
    private readonly provider: IdentityProvider,
    private readonly transactionOf: (request: Request) => ProviderTransaction | null,
  ) {
    super();
  }

  override authenticate(request: Request): void {
    const transaction = this.transactionOf(request);
    if (transaction === null) {
      this.fail();
      return;
    }
    const { search } = new URL(request.originalUrl, 'http://workbench.invalid');
    this.provider.finish(search, transaction).then(
      (identity) => this.success(identity),
      (error: unknown) => this.error(error),
    );
  }
}
