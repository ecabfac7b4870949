import { describe, expect, it } from '@jest/globals';
import type { Channel } from '#libs/api';
import { channelChoice, delivers } from './channel-words';

describe('a channel in a subscription', () => {
  it.each<[Partial<Channel>, string, boolean]>([
    [{}, 'Orders', true],
    [{ state: 'disabled' }, 'Orders (disabled)', false],
    [{ state: 'resting' }, 'Orders (paused after failures)', false],
    [{ secrets_fault: 'The key is another one.' }, 'Orders (secret unreadable)', false],
  ])('with %j is offered as %s', (change, choice, isDelivering) => {
    const channel = { name: 'Orders', state: 'active', secrets_fault: null, ...change } as Channel;
    expect([channelChoice(channel), delivers(channel)]).toEqual([choice, isDelivering]);
  });
});
