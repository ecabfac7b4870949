import { Inject, Injectable } from '@nestjs/common';
import { decryptSecret, encryptSecret, loadOrCreateSecretKey } from '../../connections/index.js';
import { WORKBENCH_CONFIG } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';

type Secrets = Readonly<Record<string, string>>;

/** Seals what channels must keep secret, with the same key as the passwords of connections. */
@Injectable()
export class ChannelSecrets {
  private key: Promise<Buffer> | null = null;

  constructor(@Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig) {}

  async seal(secrets: Secrets): Promise<Record<string, string>> {
    const key = await this.loadKey();
    return Object.fromEntries(Object.entries(secrets).map(([name, plain]) => [name, encryptSecret(plain, key)]));
  }

  /** The secrets as they were typed; one that was sealed with another key is left out, as if it had not been typed. */
  async open(sealed: Secrets): Promise<Record<string, string>> {
    const key = await this.loadKey();
    const opened = Object.entries(sealed).map(([name, text]) => [name, decryptSecret(text, key)] as const);
    return Object.fromEntries(opened.filter((entry): entry is readonly [string, string] => entry[1] !== null));
  }

  private loadKey(): Promise<Buffer> {
    this.key ??= loadOrCreateSecretKey(this.config.home).catch((error: unknown) => {
      this.key = null;
      throw error;
    });
    return this.key;
  }
}
