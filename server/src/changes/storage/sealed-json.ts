import { Injectable } from '@nestjs/common';
import { Problem, SecretKeys } from '../../platform/index.js';

/** Encrypts what change sets hold of the rows of databases, with the key of the workbench's secrets. */
@Injectable()
export class SealedJson {
  constructor(private readonly keys: SecretKeys) {}

  /** Throws `secret-key-missing` without a usable key. */
  seal(value: unknown): Promise<string> {
    return this.keys.seal(JSON.stringify(value));
  }

  /** Throws `secret-unreadable` where the key is another one. */
  async open<T>(sealed: string): Promise<T> {
    const opening = await this.keys.open(sealed);
    if (opening.kind === 'plain') return JSON.parse(opening.text) as T;
    throw new Problem('secret-unreadable', 'The rows of this change set were encrypted with another key.');
  }
}
