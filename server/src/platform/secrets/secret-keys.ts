import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { noKeyText } from '#libs/secret-key';
import type { KeyState } from '#libs/secret-key';
import { Clock } from '../clock/clock.js';
import { WORKBENCH_CONFIG } from '../config/workbench-config.js';
import type { WorkbenchConfig } from '../config/workbench-config.js';
import { Problem } from '../problems/problem.js';
import { State } from '../state/state.js';
import { KnownKeyRecord } from './known-key.entity.js';
import { SecretKeyFile, createSecretKey } from './secret-key-file.js';
import { keyState, openSecret, sealSecret } from './sealed-values.js';
import type { FoundKey, Opening, SecretKey } from './sealed-values.js';

/** An encrypted value and what it belongs to. */
export interface SealedValue {
  /** Such as `connection`. */
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly sealed: string;
}

/** Encrypted values that cannot be decrypted, by the fingerprint of the key that they need; null where unknown. */
export interface MissingKey {
  readonly fingerprint: string | null;
  readonly values: readonly Omit<SealedValue, 'sealed'>[];
}

/**
 * The key in `secret.key` and what is encrypted with it. A key is made once, at the first start of a state without
 * secrets: a new key in the place of a lost one would hide the loss.
 */
@Injectable()
export class SecretKeys implements OnApplicationBootstrap {
  private readonly holders: (() => Promise<readonly SealedValue[]>)[] = [];
  private readonly file: SecretKeyFile;
  private starting: Promise<void> | null = null;

  constructor(
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
    private readonly state: State,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(SecretKeys.name);
    this.file = new SecretKeyFile(config.home);
  }

  /** Registers what lists the encrypted values of a feature; to be called before the application starts. */
  addHolder(list: () => Promise<readonly SealedValue[]>): void {
    this.holders.push(list);
  }

  async onApplicationBootstrap(): Promise<void> {
    const key = await this.read();
    const missing = await this.missingKeys();
    const problem = noKeyText(keyState(key));
    if (problem !== null) this.logger.error({ missing }, `no secret can be encrypted or decrypted: ${problem}`);
    else if (missing.length > 0) this.logger.error({ key: keyState(key), missing }, 'secrets cannot be decrypted');
  }

  /** The key as it is in the file now. */
  async read(): Promise<FoundKey> {
    this.starting ??= this.start().catch((error: unknown) => {
      this.starting = null;
      this.logger.error({ err: error }, 'secret.key could not be compared with the state');
    });
    await this.starting;
    return this.file.read();
  }

  /** What may be shown of the key. */
  async status(): Promise<KeyState> {
    return keyState(await this.read());
  }

  /** Encrypts a secret. Throws `secret-key-missing` without a usable key. */
  async seal(plain: string): Promise<string> {
    return sealSecret(plain, await this.require());
  }

  /** The key; throws `secret-key-missing` without a usable one. */
  async require(): Promise<SecretKey> {
    const key = await this.read();
    if (key.kind === 'present') return key;
    throw new Problem('secret-key-missing', noKeyText(key) ?? undefined);
  }

  /** Decrypts a secret, or says why it cannot be decrypted. */
  async open(sealed: string): Promise<Opening> {
    return openSecret(sealed, await this.read());
  }

  /** Every key that encrypted values need and that is not in `secret.key`, with these values. */
  async missingKeys(): Promise<MissingKey[]> {
    const key = await this.read();
    const byKey = new Map<string | null, Omit<SealedValue, 'sealed'>[]>();
    for (const { sealed, ...value } of await this.sealedValues()) {
      const opening = openSecret(sealed, key);
      if (opening.kind === 'plain') continue;
      byKey.set(opening.needed, [...(byKey.get(opening.needed) ?? []), value]);
    }
    return [...byKey].map(([fingerprint, values]) => ({ fingerprint, values }));
  }

  /** Creates a key where `secret.key` is missing. Throws `secret-key-present` where there is a file. */
  async createNew(): Promise<KeyState> {
    if ((await this.read()).kind !== 'missing') throw new Problem('secret-key-present');
    await createSecretKey(this.config.home);
    const key = await this.file.read();
    if (key.kind === 'present') await this.note(key);
    return keyState(key);
  }

  private async sealedValues(): Promise<SealedValue[]> {
    return (await Promise.all(this.holders.map((list) => list()))).flat();
  }

  /** Makes the key of a fresh state, and notes the one that is used. */
  private async start(): Promise<void> {
    const before = await this.file.read();
    if (before.kind === 'missing' && (await this.sealedValues()).length === 0) {
      // In one unit of work: of processes that start at once on an empty state, one makes the key.
      await this.state.transaction(async (manager) => {
        if ((await manager.count(KnownKeyRecord)) > 0) return;
        await createSecretKey(this.config.home);
        const key = await this.file.read();
        if (key.kind === 'present') await this.note(key);
      });
    } else if (before.kind === 'present') await this.note(before);
  }

  private async note({ fingerprint }: SecretKey): Promise<void> {
    const known = await this.state.manager.find(KnownKeyRecord);
    if (known.some((one) => one.fingerprint === fingerprint)) return;
    const others = known.map((one) => one.fingerprint);
    if (others.length > 0) this.logger.warn({ key: fingerprint, others }, 'secret.key holds another key than before');
    await this.state.transaction((manager) =>
      manager.upsert(KnownKeyRecord, { fingerprint, firstUsedAt: this.clock.isoNow() }, ['fingerprint']),
    );
  }
}
