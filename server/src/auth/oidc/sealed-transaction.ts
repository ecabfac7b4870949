import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

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

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals what a browser keeps for us, so that it can neither be read nor be made up. The key lives as long as the process:
 * a sign-in that was under way during a restart begins again.
 */
export class TransactionSeal {
  private readonly key = randomBytes(32);

  seal(transaction: ProviderTransaction): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, iv);
    const sealed = Buffer.concat([cipher.update(JSON.stringify(transaction), 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** What was sealed, or null where it was not sealed here or is over at `now`. */
  open(text: string, now: number): ProviderTransaction | null {
    try {
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv(ALGORITHM, this.key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const plain = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      const transaction = JSON.parse(plain) as ProviderTransaction;
      return now < transaction.expiresAt ? transaction : null;
    } catch {
      return null;
    }
  }
}
