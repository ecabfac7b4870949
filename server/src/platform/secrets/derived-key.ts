import { hkdfSync } from 'node:crypto';
import type { SecretKeys } from './secret-keys.js';

const KEY_BYTES = 32;

/** A key for one purpose, the same in every process that has the same `secret.key`. */
export class DerivedKey {
  private derived: { readonly fingerprint: string; readonly key: Buffer } | null = null;

  constructor(
    private readonly keys: SecretKeys,
    private readonly purpose: string,
  ) {}

  /** Null without a usable `secret.key`. */
  async read(): Promise<Buffer | null> {
    const secret = await this.keys.read();
    if (secret.kind !== 'present') return null;
    if (this.derived?.fingerprint !== secret.fingerprint) {
      const key = Buffer.from(hkdfSync('sha256', secret.bytes, '', this.purpose, KEY_BYTES));
      this.derived = { fingerprint: secret.fingerprint, key };
    }
    return this.derived.key;
  }
}
