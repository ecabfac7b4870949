import { Injectable } from '@nestjs/common';
import type { Actor, ActorKind } from '#libs/access';
import { KnownUsers } from './known-users.js';

/** What the one who made something was limited to; it stays in force when that acts later. */
export type ActorLimits = Pick<Actor, 'scopes' | 'connectionIds'>;

/** Who people are when something acts in their name while they are away. */
@Injectable()
export class OwnerActors {
  constructor(private readonly users: KnownUsers) {}

  /** The person of that id with the rights of this moment, within `limits`; null where they may no longer come in. */
  actorOf(userId: string, kind: ActorKind, limits: ActorLimits): Actor | null {
    const user = this.users.find(userId);
    if (user === null) return null;
    const { scopes, connectionIds } = limits;
    const name = user.email === '' ? user.name : user.emailLabel;
    return { kind, userId, name, role: user.role, tokenId: null, sessionId: null, scopes, connectionIds };
  }

  /** How a person is called, also one who may no longer come in: by name, e-mail address, or else by id. */
  nameOf(userId: string): string {
    return this.users.nameOf(userId) ?? userId;
  }
}
