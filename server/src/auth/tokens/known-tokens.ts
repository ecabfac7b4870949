import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { isApiToken } from '#libs/access';
import type { Scope, TokenLimits } from '#libs/access';
import { Clock, State } from '../../platform/index.js';
import { BatchedLookup } from '../batched-lookup.js';
import { RecordCache } from '../record-cache.js';
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

/**
 * The API tokens that are not revoked, held in memory so that finding one costs no reading. What another process has made
 * is read when it is first used.
 */
@Injectable()
export class KnownTokens {
  private readonly known = new RecordCache<KnownToken>(usedLast);
  /** Ids by the hash of the secret; a token that was rotated has another one. */
  private idBySecret = new Map<string, string>();
  private readonly lookup = new BatchedLookup<KnownToken>((hashes) => this.read(hashes));

  constructor(
    private readonly state: State,
    private readonly clock: Clock,
    private readonly uses: LastUseWriter,
  ) {}

  async load(): Promise<void> {
    await this.known.load(async () => {
      return (await this.state.manager.findBy(TokenRecord, { revokedAt: IsNull() })).map(knownOf);
    });
    this.idBySecret = new Map(this.known.all().map(({ id, secretHash }) => [secretHash, id]));
  }

  /** The tokens that this process knows. */
  all(): KnownToken[] {
    return this.known.all();
  }

  /** The token whose text this is, as far as this process knows it; or null. It may have expired. */
  findByText(text: string): KnownToken | null {
    return isApiToken(text) ? this.findByHash(digestOf(text)) : null;
  }

  /** The token whose text this is, whichever process made it; or null. It may have expired. */
  async lookUpByText(text: string): Promise<KnownToken | null> {
    if (!isApiToken(text)) return null;
    const hash = digestOf(text);
    const found = this.findByHash(hash) ?? (await this.lookup.find(hash));
    if (found === null) return null;
    // Read by its id, so that a revocation that came meanwhile is not overlooked.
    await this.known.loadOne(found.id, () => this.lookup.find(hash));
    this.idBySecret.set(hash, found.id);
    return this.findByHash(hash);
  }

  findById(id: string): KnownToken | null {
    return this.known.get(id);
  }

  /** Forgets what is known of a token, or of all of a person, since another process has changed them. */
  forget(isMeant: Partial<Pick<KnownToken, 'id' | 'userId'>>): void {
    if (isMeant.id !== undefined) this.known.drop(isMeant.id);
    else this.known.dropWhere(({ userId }) => userId === isMeant.userId);
  }

  isExpired({ expiresAt }: TokenLimits): boolean {
    return expiresAt !== null && this.clock.now() >= expiresAt;
  }

  /** Tokens that have expired at a time, in milliseconds since the epoch. */
  expiredAt(now: number): KnownToken[] {
    return this.known.all().filter(({ expiresAt }) => expiresAt !== null && expiresAt <= now);
  }

  /** Takes note that a token is in use. */
  noteUse(token: KnownToken): void {
    this.uses.note(token, TokenRecord, this.clock.now());
  }

  /** Writes a token down, and knows it so, or no more, as soon as that is committed. */
  async save(record: TokenFields): Promise<void> {
    await this.state.manager.save(TokenRecord, record);
    this.state.afterCommit(() => {
      this.idBySecret.delete(this.known.get(record.id)?.secretHash ?? '');
      this.known.drop(record.id);
      if (record.revokedAt !== null) return;
      this.known.set(knownOf(record));
      this.idBySecret.set(record.secretHash, record.id);
    });
  }

  private findByHash(hash: string): KnownToken | null {
    const token = this.known.get(this.idBySecret.get(hash) ?? '');
    return token?.secretHash === hash ? token : null;
  }

  private async read(hashes: readonly string[]): Promise<ReadonlyMap<string, KnownToken>> {
    const isMeant = { secretHash: In([...hashes]), revokedAt: IsNull() };
    const records = await this.state.manager.findBy(TokenRecord, isMeant);
    return new Map(records.map((record) => [record.secretHash, knownOf(record)]));
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

/** What was read, with the latest use that is known: uses are written down to the minute. */
function usedLast(read: KnownToken, before: KnownToken | undefined): KnownToken {
  if (before === undefined || (before.lastUsedAt ?? 0) <= (read.lastUsedAt ?? 0)) return read;
  return { ...read, lastUsedAt: before.lastUsedAt, writtenAt: before.writtenAt };
}
