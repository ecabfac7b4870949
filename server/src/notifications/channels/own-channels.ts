import { Injectable } from '@nestjs/common';
import { actsAsAdministrator } from '#libs/access';
import type { Actor, Scope } from '#libs/access';
import { Problem, State } from '../../platform/index.js';
import { Directory } from '../directory.js';
import { ChannelRecord } from './channel.entity.js';
import type { ChannelFields } from './channel.entity.js';

/** Whether someone sees the channels of all. */
export function canSeeAllChannels(actor: Actor): boolean {
  return actsAsAdministrator(actor);
}

/** With which scopes `actor` saves a channel. */
export function scopesOf({ scopes }: Actor): Scope[] | null {
  return scopes === null ? null : [...scopes];
}

/**
 * The channels that a person may know of: their own, administrators all. An actor limited to some connections has only
 * those that are limited likewise: else they could turn what others may see to an address of their own.
 */
@Injectable()
export class OwnChannels {
  constructor(
    private readonly directory: Directory,
    private readonly state: State,
  ) {}

  list(actor: Actor): ChannelFields[] {
    return this.directory.channels.filter((channel) => mayUse(actor, channel));
  }

  /** Throws `channel-not-found`. */
  get(actor: Actor, id: string): ChannelFields {
    return requireUsable(actor, this.directory.channel(id));
  }

  /** As the running transaction reads it, since another process may have changed it. Throws `channel-not-found`. */
  async read(actor: Actor, id: string): Promise<ChannelFields> {
    return requireUsable(actor, await this.state.manager.findOneBy(ChannelRecord, { id }));
  }
}

function requireUsable(actor: Actor, channel: ChannelFields | null): ChannelFields {
  if (channel === null || !mayUse(actor, channel)) throw new Problem('channel-not-found');
  return channel;
}

function mayUse(actor: Actor, { ownerId, connectionLimit }: ChannelFields): boolean {
  if (ownerId !== actor.userId && !canSeeAllChannels(actor)) return false;
  const { connectionIds } = actor;
  if (connectionIds === null) return true;
  return connectionLimit?.every((id) => connectionIds.includes(id)) ?? false;
}
