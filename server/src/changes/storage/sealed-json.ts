import { Injectable } from '@nestjs/common';
import { Problem, SecretKeys, yieldIfSpent } from '../../platform/index.js';

/**
 * Encrypts what change sets hold of the rows of databases, with the key of the workbench's secrets. Of many pieces, one after
 * another leaves others the event loop.
 */
@Injectable()
export class SealedJson {
  constructor(private readonly keys: SecretKeys) {}

  /** Throws `secret-key-missing` without a usable key. */
  async seal(value: unknown): Promise<string> {
    await yieldIfSpent();
    return this.sealText(JSON.stringify(value));
  }

  /** As `seal`, of what is JSON already. */
  async sealText(json: string): Promise<string> {
    await yieldIfSpent();
    return this.keys.seal(json);
  }

  /** Throws `secret-unreadable` where the key is another one. */
  async open<T>(sealed: string): Promise<T> {
    await yieldIfSpent();
    const opening = await this.keys.open(sealed);
    if (opening.kind === 'plain') return JSON.parse(opening.text) as T;
    throw new Problem('secret-unreadable', 'The rows of this change set were encrypted with another key.');
  }
}
