import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import {
  API_TOKEN_BYTES,
  MAX_TOKENS_OF_PERSON,
  MAX_TOKEN_LEVELS,
  formatApiToken,
  hintOf,
  isTokenWithin,
  scopesOfRole,
  tokenLevel,
  tokensMadeWith,
} from '#libs/access';
import type { Actor, TokenLimits } from '#libs/access';
import type { ApiTokenInput, ApiTokenList, NewApiToken, SavedByTokenList } from '#libs/api';
import type { AuditAction } from '#libs/audit';
import { Clock, EventBus, Problem, State, listPage, readPlace } from '../../platform/index.js';
import type { ListPageDto } from '../../platform/index.js';
import { factsOf, performed } from '../performed.js';
import { digestOf } from '../secrets.js';
import { ActiveCallers, limitsIn } from '../active-callers.js';
import { KnownTokens } from './known-tokens.js';
import { SavedByTokens } from './saved-by-tokens.js';
import { TokenRecord } from './token.entity.js';
import type { TokenFields } from './token.entity.js';
import { tokenView } from './token-view.js';

const DEFAULT_LIFETIME_MS = 90 * 24 * 3_600_000;

/** One's own API tokens. A program may manage only those that can do no more than the token it came with. */
@Injectable()
export class TokensService {
  constructor(
    private readonly state: State,
    private readonly events: EventBus,
    private readonly clock: Clock,
    private readonly known: KnownTokens,
    private readonly active: ActiveCallers,
    private readonly savedBy: SavedByTokens,
  ) {}

  /** One's tokens, newest first, those that ended included. Throws `validation-failed` for a cursor that was made up. */
  async list(actor: Actor, { limit, cursor }: ListPageDto): Promise<ApiTokenList> {
    const query = this.state.manager
      .createQueryBuilder(TokenRecord, 't')
      .where('t.userId = :userId', { userId: actor.userId })
      .orderBy('t.createdAt', 'DESC')
      .addOrderBy('t.id', 'DESC')
      .take(limit + 1);
    if (cursor !== undefined) query.andWhere('(t.createdAt, t.id) < (:at, :id)', { ...readPlace(cursor) });
    const { page, nextCursor } = listPage(await query.getMany(), limit, ({ createdAt: at, id }) => ({ at, id }));
    return { items: page.map((record) => this.view(record)), next_cursor: nextCursor };
  }

  /**
   * Makes a token, which the answer shows this once. Throws `validation-failed` for an end that has passed or a scope that
   * means nothing for its owner, `forbidden` where it could do more than the token that asks or too many made one another,
   * `person-limit` where its owner has too many, and `unauthenticated` where the token that asks is no longer active.
   */
  async create(actor: Actor, input: ApiTokenInput): Promise<NewApiToken> {
    const now = this.clock.now();
    const asked = limitsAsked(actor, input, now);
    const token = newToken();
    const record = await this.state.transactionFor(actor, async () => {
      const own = await this.active.limitsOf(actor);
      const limits = input.expires_at === undefined ? endedBy(own, asked) : asked;
      refuseBroader(own, limits);
      refuseTooMany(await this.unrevoked(actor.userId), actor.tokenId, now);
      const made = recordOf(actor, input, limits, { token, now });
      await this.known.save(made);
      this.publishAction(actor, 'token.create', made);
      return made;
    });
    return { ...this.view(record), token };
  }

  /**
   * Gives a token another secret; the old one is refused from then on. Throws as `revoke` does, and `forbidden` where a token
   * asks for one that its own revocation would not end: it would outlive that with the new secret.
   */
  async rotate(actor: Actor, id: string): Promise<NewApiToken> {
    const token = newToken();
    const record = await this.state.transactionFor(actor, async () => {
      const found = await this.find(actor, id);
      await this.refuseOutliving(actor, found);
      const rotated = { ...found, ...secretOf(token) };
      await this.write(actor, 'token.rotate', rotated);
      return rotated;
    });
    return { ...this.view(record), token };
  }

  /**
   * Jobs and channels that a token, or one that was made with it, saved last: what its revocation pauses or disables.
   * Throws `token-not-found`, and `forbidden` where the token could do more than the one that asks.
   */
  async saved(actor: Actor, id: string): Promise<SavedByTokenList> {
    const record = await this.find(actor, id);
    const tokens = [record, ...(await this.madeWith(record))];
    return { items: await this.savedBy.find(tokens.map((one) => one.id)), next_cursor: null };
  }

  /**
   * Ends a token and those that were made with it; their jobs are paused and their channels disabled in the same
   * transaction. Throws `token-not-found`, `forbidden`, and `unauthenticated` where the token that asks is not active.
   */
  async revoke(actor: Actor, id: string): Promise<void> {
    await this.state.transactionFor(actor, async () => {
      const record = await this.find(actor, id);
      const revokedAt = this.clock.isoNow();
      for (const one of [record, ...(await this.madeWith(record))]) {
        await this.write(actor, 'token.revoke', { ...one, revokedAt });
        this.publishRevoked(actor, one);
      }
    });
  }

  /** Ends every token of a person, inside the running transaction. */
  async revokeAllOf(actor: Actor, userId: string): Promise<void> {
    const revokedAt = this.clock.isoNow();
    for (const record of await this.unrevoked(userId)) {
      await this.known.save({ ...record, revokedAt });
      this.publishRevoked(actor, record);
    }
  }

  /** The tokens that are not revoked and were made with a token, and with those. */
  private async madeWith({ id, userId }: Pick<TokenFields, 'id' | 'userId'>): Promise<TokenFields[]> {
    return tokensMadeWith(await this.unrevoked(userId), id);
  }

  private unrevoked(userId: string): Promise<TokenFields[]> {
    return this.state.manager.findBy(TokenRecord, { userId, revokedAt: IsNull() });
  }

  /** A token learns no secret but its own and those of tokens that were made with it. */
  private async refuseOutliving({ tokenId, userId }: Actor, { id }: TokenFields): Promise<void> {
    if (tokenId === null || tokenId === id) return;
    const own = await this.madeWith({ id: tokenId, userId });
    if (own.some((one) => one.id === id)) return;
    throw new Problem('forbidden', 'A token can rotate only itself and tokens that were made with it.');
  }

  private publishRevoked(actor: Actor, { id, userId }: TokenFields): void {
    this.events.publish('auth.token_revoked', { user_id: userId, token_id: id, actor: factsOf(actor) });
  }

  /** Saves what is done to a token and ends what goes on with it, inside the running transaction. */
  private async write(actor: Actor, action: AuditAction, record: TokenFields): Promise<void> {
    await this.known.save(record);
    this.publishAction(actor, action, record);
    this.events.publish('access.revoked', { user_id: record.userId, token_id: record.id, session_id: null });
  }

  /** A token of one's own that is not revoked. Throws `token-not-found`, and `forbidden` for one that could do more. */
  private async find(actor: Actor, id: string): Promise<TokenFields> {
    const own = await this.active.limitsOf(actor);
    const found: TokenFields | null = await this.state.manager.findOneBy(TokenRecord, { id, userId: actor.userId });
    if (found?.revokedAt !== null) throw new Problem('token-not-found');
    refuseBroader(own, limitsIn(found));
    return found;
  }

  private view(record: TokenFields) {
    return tokenView(record, this.known.findById(record.id)?.lastUsedAt ?? null, this.clock.now());
  }

  private publishAction(actor: Actor, action: AuditAction, record: TokenFields): void {
    const { id, name, hint, scopes, connectionIds, expiresAt } = record;
    const details = { hint, scopes, connection_ids: connectionIds, expires_at: expiresAt };
    this.events.publish('action.performed', performed(actor, action, { kind: 'token', id, name }, { details }));
  }
}

function newToken(): string {
  return formatApiToken(randomBytes(API_TOKEN_BYTES));
}

function secretOf(token: string): Pick<TokenFields, 'secretHash' | 'hint'> {
  return { secretHash: digestOf(token), hint: hintOf(token) };
}

/** What is asked of a new token. Throws `validation-failed`. */
function limitsAsked(actor: Actor, input: ApiTokenInput, now: number): TokenLimits {
  const expiresAt = input.expires_at === undefined ? now + DEFAULT_LIFETIME_MS : endOf(input.expires_at);
  const isPast = expiresAt !== null && expiresAt <= now;
  if (isPast) throw invalid('/expires_at', 'must be in the future');
  const meaningless = input.scopes?.find((scope) => !scopesOfRole(actor.role, [scope]).includes(scope));
  if (meaningless !== undefined) throw invalid('/scopes', `"${meaningless}" is for administrators`);
  return { scopes: input.scopes ?? null, connectionIds: input.connection_ids ?? null, expiresAt };
}

/** The limits with the end of the token that asks, where that is earlier. */
function endedBy(own: TokenLimits | null, limits: TokenLimits): TokenLimits {
  const latest = own?.expiresAt ?? null;
  return latest === null ? limits : { ...limits, expiresAt: Math.min(latest, limits.expiresAt ?? latest) };
}

function refuseBroader(own: TokenLimits | null, limits: TokenLimits): void {
  if (own === null || isTokenWithin(limits, own)) return;
  throw new Problem('forbidden', 'A token can manage only tokens that can do no more than itself.');
}

/** Keeps the tokens of a person to as many as one request can revoke. */
function refuseTooMany(tokens: readonly TokenFields[], parentId: string | null, now: number): void {
  const inForce = tokens.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now);
  if (inForce.length >= MAX_TOKENS_OF_PERSON)
    throw new Problem('person-limit', `${MAX_TOKENS_OF_PERSON} tokens are the most. Revoke some first.`);
  if (tokenLevel(tokens, parentId) > MAX_TOKEN_LEVELS)
    throw new Problem('forbidden', `Tokens can be nested ${MAX_TOKEN_LEVELS} levels deep at most.`);
}

function recordOf(
  actor: Actor,
  { name }: ApiTokenInput,
  { scopes, connectionIds, expiresAt }: TokenLimits,
  { token, now }: { readonly token: string; readonly now: number },
): TokenFields {
  return {
    ...{ id: randomUUID(), userId: actor.userId, parentId: actor.tokenId, name, ...secretOf(token) },
    scopes: scopes === null ? null : [...scopes],
    connectionIds: connectionIds === null ? null : [...connectionIds],
    createdAt: new Date(now).toISOString(),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    ...{ lastUsedAt: null, revokedAt: null },
  };
}

function endOf(iso: string | null): number | null {
  return iso === null ? null : Date.parse(iso);
}

function invalid(pointer: string, detail: string): Problem {
  return new Problem('validation-failed', undefined, { errors: [{ pointer, detail }] });
}
