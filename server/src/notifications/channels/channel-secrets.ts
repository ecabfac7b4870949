import { Injectable } from '@nestjs/common';
import { undecryptableText } from '#libs/secret-key';
import type { Undecryptable } from '#libs/secret-key';
import { Problem, SecretKeys, State } from '../../platform/index.js';
import type { SealedValue } from '../../platform/index.js';
import { ChannelRecord } from './channel.entity.js';

type Secrets = Readonly<Record<string, string>>;

/** Secrets of a channel in the clear, and why others cannot be had. */
export interface OpenedSecrets {
  readonly secrets: Record<string, string>;
  /** By name, a sentence for people each. */
  readonly faults: Secrets;
}

/** Encrypts what channels must keep secret, with the same key as the passwords of connections. */
@Injectable()
export class ChannelSecrets {
  constructor(
    private readonly keys: SecretKeys,
    private readonly state: State,
  ) {
    keys.addHolder(() => this.sealedValues());
  }

  /** Throws `secret-key-missing` without a usable key. */
  async seal(secrets: Secrets): Promise<Record<string, string>> {
    const sealed = Object.entries(secrets).map(async ([name, plain]) => [name, await this.keys.seal(plain)] as const);
    return Object.fromEntries(await Promise.all(sealed));
  }

  /** The secrets as they were typed. Throws `secret-unreadable` where one cannot be decrypted. */
  async open(sealed: Secrets): Promise<Record<string, string>> {
    const { secrets, faults } = await this.tryOpen(sealed);
    const [fault] = Object.values(faults);
    if (fault !== undefined) throw new Problem('secret-unreadable', fault);
    return secrets;
  }

  /** The secrets that can be decrypted, and why others cannot. */
  async tryOpen(sealed: Secrets): Promise<OpenedSecrets> {
    const names = Object.keys(sealed);
    const openings = await Promise.all(Object.values(sealed).map((text) => this.keys.open(text)));
    const opened = openings.map((opening, index) => [names[index] ?? '', opening] as const);
    return {
      secrets: Object.fromEntries(
        opened.flatMap(([name, opening]) => (opening.kind === 'plain' ? [[name, opening.text]] : [])),
      ),
      faults: Object.fromEntries(
        opened.flatMap(([name, opening]) => (opening.kind === 'plain' ? [] : [[name, faultText(name, opening)]])),
      ),
    };
  }

  private async sealedValues(): Promise<SealedValue[]> {
    const channels = await this.state.manager.find(ChannelRecord);
    return channels.flatMap(({ id, name, secrets }) =>
      Object.values(secrets).map((sealed) => ({ kind: 'channel', id, name, sealed })),
    );
  }
}

function faultText(name: string, fault: Undecryptable): string {
  return undecryptableText(`The ${name.replace('_', ' ')} of this channel`, fault);
}
