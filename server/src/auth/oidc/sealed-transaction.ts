import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { DerivedKey } from '../../platform/index.js';
import type { SecretKeys } from '../../platform/index.js';

/** What the browser keeps while a person signs in elsewhere. */
export interface ProviderTransaction {
  readonly state: string;
  readonly nonce: string;
  /** Proves that the bearer of the code asked for it (PKCE). */
  readonly codeVerifier: string;
  /** Where to go on, a path of the workbench. */
  readonly returnTo: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

const COOKIE = 'workbench_provider';
const NAME_LENGTH = 16;
const KEY_BYTES = 32;
const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Each sign-in has a cookie of its own, so that two tabs can sign in at once. Its name does not reveal the state. */
export function transactionCookie(state: string): string {
  return `${COOKIE}_${createHash('sha256').update(state).digest('base64url').slice(0, NAME_LENGTH)}`;
}

/** The names of such cookies among `names`. */
export function transactionCookies(names: readonly string[]): string[] {
  return names.filter((name) => name.startsWith(`${COOKIE}_`));
}

/**
 * Seals what a browser keeps for us, so that it can neither be read nor be made up. Every process on the state opens it, also
 * after a restart; without a usable `secret.key` the one alone that sealed it.
 */
export class TransactionSeal {
  private readonly shared: DerivedKey;
  private readonly own = randomBytes(KEY_BYTES);

  constructor(keys: SecretKeys) {
    this.shared = new DerivedKey(keys, 'workbench provider sign-in');
  }

  async seal(transaction: ProviderTransaction): Promise<string> {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, await this.key(), iv);
    const sealed = Buffer.concat([cipher.update(JSON.stringify(transaction), 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** What was sealed, or null where it was not sealed here or is over at `now`. */
  async open(text: string, now: number): Promise<ProviderTransaction | null> {
    const key = await this.key();
    try {
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const plain = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      const transaction = JSON.parse(plain) as ProviderTransaction;
      return now < transaction.expiresAt ? transaction : null;
    } catch {
      return null;
    }
  }

  private async key(): Promise<Buffer> {
    return (await this.shared.read()) ?? this.own;
  }
}
