import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { In } from 'typeorm';
import type { SavedByToken } from '#libs/api';
import type { EventMap } from '#libs/events';
import { SavedByTokens } from '../../auth/index.js';
import { EventBus, State } from '../../platform/index.js';
import { Directory } from '../directory.js';
import { ChannelRecord } from './channel.entity.js';

const REVOKED = 'The API token that saved this channel was revoked. Check its settings, then enable it.';

/** Disables the channels that a token saved when the token is revoked. */
@Injectable()
export class TokenRevocations implements OnModuleInit {
  constructor(
    private readonly savedBy: SavedByTokens,
    private readonly directory: Directory,
    private readonly state: State,
    private readonly events: EventBus,
  ) {}

  onModuleInit(): void {
    this.savedBy.add((tokenIds) => this.saved(tokenIds));
    this.events.onBeforeCommit('auth.token_revoked', (revoked) => this.disableChannels(revoked));
  }

  private async saved(tokenIds: readonly string[]): Promise<SavedByToken[]> {
    const channels = await this.state.manager.findBy(ChannelRecord, { tokenId: In([...tokenIds]) });
    return channels.map(({ id, name, disabledReason }) => {
      return { kind: 'channel', id, name, is_active: disabledReason === null };
    });
  }

  /** Inside the transaction that revokes the token. */
  private async disableChannels({ token_id: tokenId, actor }: EventMap['auth.token_revoked']): Promise<void> {
    for (const channel of await this.state.manager.findBy(ChannelRecord, { tokenId })) {
      channel.disabledReason = REVOKED;
      await this.directory.saveChannel(channel);
      const { id, name, kind } = channel;
      const details = { kind, reason: 'token_revoked', token_id: tokenId };
      const object = { kind: 'channel', id, name };
      this.events.publish('action.performed', {
        ...{ action: 'notification.channel_disable', actor, outcome: 'done', object, details },
      });
    }
  }
}
