import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { SecretKeyStatus } from '#libs/api';
import { noKeyText } from '#libs/secret-key';
import { EventBus, SecretKeys } from '../platform/index.js';

/** What administrators see of `secret.key`, and may do about a lost one. */
@Injectable()
export class SecretKeyService {
  constructor(
    private readonly keys: SecretKeys,
    private readonly events: EventBus,
  ) {}

  /** The key, and what cannot be decrypted with it. */
  async status(): Promise<SecretKeyStatus> {
    const key = await this.keys.status();
    const missing = await this.keys.missingKeys();
    return {
      state: key.kind,
      fingerprint: key.kind === 'present' ? key.fingerprint : null,
      problem: noKeyText(key),
      missing: missing.map(({ fingerprint, values }) => ({ fingerprint, values: [...values] })),
    };
  }

  /** Creates a key in the place of a lost one. Throws `secret-key-present` where there is a file. */
  async create(actor: Actor): Promise<SecretKeyStatus> {
    const key = await this.keys.createNew();
    this.events.publish('action.performed', {
      action: 'secret_key.create',
      actor,
      outcome: 'done',
      object: { kind: 'secret_key', id: key.kind === 'present' ? key.fingerprint : '', name: null },
      details: {},
    });
    return this.status();
  }
}
