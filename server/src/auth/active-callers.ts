import { Inject, Injectable } from '@nestjs/common';
import type { Actor, TokenLimits } from '#libs/access';
import { Clock, Problem, State, WORKBENCH_CONFIG } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';
import { SessionRecord } from './sessions/session.entity.js';
import { TokenRecord } from './tokens/token.entity.js';
import type { TokenFields } from './tokens/token.entity.js';
import { UserRecord } from './users/user.entity.js';
import type { UserFields } from './users/user.entity.js';

/** Where an actor has the hash of the secret that its request came with. Copies keep it; JSON and logs leave it out. */
const PRESENTED = Symbol('hash of the presented secret');

interface Presented {
  readonly [PRESENTED]?: string;
}

/** The actor, with the secret that it was identified by; a rotation gives the token another one. */
export function presenting(actor: Actor, secretHash: string): Actor & Presented {
  return { ...actor, [PRESENTED]: secretHash };
}

/** Checks, inside a transaction, that what a request came with still stands. */
@Injectable()
export class ActiveCallers {
  constructor(
    private readonly state: State,
    private readonly clock: Clock,
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
  ) {
    state.checkCallersWith((actor) => this.require(actor));
  }

  /**
   * Throws `unauthenticated` where, since the request came, its sign-in has ended, its token was revoked or rotated or has
   * expired, or its person was disabled or got another role. One unit of work writes at a time: first in a transaction,
   * the revocation of any process is either seen here, or sees what the transaction writes.
   */
  private async require(actor: Actor): Promise<void> {
    await this.limitsOf(actor);
    await this.requireSignIn(actor);
    if (await this.hasOtherRights(actor))
      throw new Problem('unauthenticated', 'Your access changed while this request waited. Send it again.');
  }

  /** The limits of the token that `actor` came with; null for a person. Throws `unauthenticated` where it is not active. */
  async limitsOf(actor: Actor & Presented): Promise<TokenLimits | null> {
    const { tokenId: id, userId } = actor;
    if (id === null) return null;
    const record: TokenFields | null = await this.state.manager.findOneBy(TokenRecord, { id, userId });
    if (record === null || !this.isActive(record, actor[PRESENTED])) {
      throw new Problem('unauthenticated', 'The token is not valid. Create a new one.');
    }
    return limitsIn(record);
  }

  /** In single-user mode, and for the workbench itself, what a person of that id may do elsewhere means nothing. */
  private async hasOtherRights({ userId: id, role, sessionId, tokenId }: Actor): Promise<boolean> {
    if (this.config.mode === 'single' || (sessionId === null && tokenId === null)) return false;
    const person: UserFields | null = await this.state.manager.findOneBy(UserRecord, { id });
    return person !== null && (person.disabledAt !== null || person.role !== role);
  }

  private async requireSignIn({ sessionId: id, userId }: Actor): Promise<void> {
    if (id === null || (await this.state.manager.existsBy(SessionRecord, { id, userId }))) return;
    throw new Problem('unauthenticated', 'Your sign-in has ended. Sign in again.');
  }

  private isActive(record: TokenFields, presented: string | undefined): boolean {
    const { expiresAt } = limitsIn(record);
    const isExpired = expiresAt !== null && this.clock.now() >= expiresAt;
    return record.revokedAt === null && !isExpired && (presented ?? record.secretHash) === record.secretHash;
  }
}

/** What a token may do, and until when. */
export function limitsIn({ scopes, connectionIds, expiresAt }: TokenFields): TokenLimits {
  return { scopes, connectionIds, expiresAt: expiresAt === null ? null : Date.parse(expiresAt) };
}
