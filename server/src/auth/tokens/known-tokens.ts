import { Injectable } from '@nestjs/common';
import { isApiToken } from '#libs/access';
import type { Scope, TokenLimits } from '#libs/access';
import { Clock, State } from '../../platform/index.js';
import { digestOf } from '../secrets.js';
import { LastUseWriter } from '../write-last-used.js';
import type { LastUse } from '../write-last-used.js';
import { TokenRecord } from './token.entity.js';
import type { TokenFields } from './token.entity.js';

/** What every request with an API token needs to know of it. Times are milliseconds since the epoch. */
export interface KnownToken extends LastUse, TokenLimits {
  readonly userId: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly secretHash: string;
  readonly scopes: Scope[] | null;
  readonly connectionIds: string[] | null;
}

/** Every API token that is not revoked, held in memory so that finding one costs no reading. */
@Injectable()
export class KnownTokens {
  private bySecret = new Map<string, KnownToken>();
  private byId = new Map<string, KnownToken>();

  constructor(
    private readonly state: State,
    private readonly clock: Clock,
    private readonly uses: LastUseWriter,
  ) {}

  async load(): Promise<void> {
    const records = await this.state.manager.find(TokenRecord);
    const known = records.filter(({ revokedAt }) => revokedAt === null).map(knownOf);
    this.bySecret = new Map(known.map((token) => [token.secretHash, token]));
    this.byId = new Map(known.map((token) => [token.id, token]));
  }

  /** The token whose text this is, or null; one that cannot be a token is not looked up. It may have expired. */
  findByText(text: string): KnownToken | null {
    return isApiToken(text) ? (this.bySecret.get(digestOf(text)) ?? null) : null;
  }

  findById(id: string): KnownToken | null {
    return this.byId.get(id) ?? null;
  }

  isExpired({ expiresAt }: TokenLimits): boolean {
    return expiresAt !== null && this.clock.now() >= expiresAt;
  }

  /** Tokens whose end is after `from` and not after `to`. */
  expiredBetween(from: number, to: number): KnownToken[] {
    return [...this.byId.values()].filter(({ expiresAt }) => expiresAt !== null && expiresAt > from && expiresAt <= to);
  }

  /** Takes note that a token is in use. */
  noteUse(token: KnownToken): void {
    this.uses.note(token, TokenRecord, this.clock.now());
  }

  /** Writes a token down, and knows it so, or no more, as soon as that is committed. */
  async save(record: TokenFields): Promise<void> {
    await this.state.manager.save(TokenRecord, record);
    this.state.afterCommit(() => {
      const before = this.byId.get(record.id);
      if (before !== undefined) this.bySecret.delete(before.secretHash);
      this.byId.delete(record.id);
      if (record.revokedAt !== null) return;
      const token = knownOf(record);
      this.byId.set(token.id, token);
      this.bySecret.set(token.secretHash, token);
    });
  }
}

function knownOf(record: TokenFields): KnownToken {
  const { id, userId, parentId, name, secretHash, scopes, connectionIds } = record;
  const lastUsedAt = record.lastUsedAt === null ? null : Date.parse(record.lastUsedAt);
  const expiresAt = record.expiresAt === null ? null : Date.parse(record.expiresAt);
  return {
    id,
    userId,
    parentId,
    name,
    secretHash,
    scopes,
    connectionIds,
    expiresAt,
    lastUsedAt,
    writtenAt: lastUsedAt,
  };
}
