import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { Actor } from '#libs/access';
import type { SubscriptionInput } from '#libs/api';
import { TokensService } from '../../auth/tokens/tokens.service.js';
import { State } from '../../platform/index.js';
import { settleBehind } from '../../platform/testing/settle-behind.js';
import { SubscriptionRecord } from '../subscription.entity.js';
import { SubscriptionsService } from '../subscriptions.service.js';
import { NotificationsApp } from '../testing/notifications-app.js';
import { Receiver } from '../testing/receiver.js';
import { ChannelRecord } from './channel.entity.js';
import { ChannelSecrets } from './channel-secrets.js';
import { ChannelsService } from './channels.service.js';

const ME = LOCAL_ACTOR;
const GONE = { status: 'rejected', reason: { code: 'channel-not-found' } };

describe('a change of a channel that waits for the writer', () => {
  let app: NotificationsApp;
  let receiver: Receiver;
  let channels: ChannelsService;
  let state: State;
  let id: string;
  let tokenId: string;
  let program: Actor;
  beforeAll(async () => {
    [app, receiver] = [await NotificationsApp.start(), await Receiver.start()];
    [channels, state] = [app.auth.workbench.app.get(ChannelsService), app.auth.workbench.app.get(State)];
  });
  beforeEach(async () => {
    const made = await app.me.token();
    [tokenId, program] = [made.id, await app.auth.actorOf(made.token)];
    ({ id } = await channels.create(program, input()));
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  const input = (name = 'a webhook') => ({ name, kind: 'webhook' as const, settings: { url: receiver.url } });
  const kept = () => state.manager.findOneBy(ChannelRecord, { id });

  type Change = (actor: Actor) => Promise<unknown>;
  const CHANGES: [string, Change][] = [
    ['change', (actor) => channels.change(actor, id, input('renamed'))],
    ['enable', (actor) => channels.enable(actor, id)],
    ['rotate', (actor) => channels.rotateSecret(actor, id)],
    ['remove', (actor) => channels.remove(actor, id)],
  ];

  it.each<[string, Change]>([...CHANGES, ['create', (actor) => channels.create(actor, input('left behind'))]])(
    'is refused where its token is revoked: %s',
    async (_, change) => {
      const revoke = () => app.auth.workbench.app.get(TokensService).revoke(ME, tokenId);
      const result = await settleBehind(state, revoke, () => change(program));
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'unauthenticated' } });
      expect(await kept()).toMatchObject({ name: 'a webhook', disabledReason: expect.stringMatching('revoked') });
      expect(await state.manager.countBy(ChannelRecord, { tokenId })).toBe(1);
    },
  );

  it.each(CHANGES)('leaves a channel removed that is removed before: %s', async (_, change) => {
    const result = await settleBehind(
      state,
      () => channels.remove(ME, id),
      () => change(ME),
    );
    expect(result).toMatchObject(GONE);
    expect(await kept()).toBeNull();
  });

  it('goes by the secret that another rotation has made', async () => {
    const rotate = () => channels.rotateSecret(ME, id);
    const secrets: (string | null)[] = [];
    const result = await settleBehind(state, async () => secrets.push((await rotate()).secret), rotate);
    expect(result.status).toBe('fulfilled');
    const { secret } = result.status === 'fulfilled' ? result.value : { secret: null };
    const { secrets: opened } = await openedSecrets();
    expect(opened).toMatchObject({ secret, former_secret: secrets[0] });
  });

  it('keeps a mark of the workbench where it only rotates the secret', async () => {
    const disable = () =>
      state.transaction((manager) => manager.update(ChannelRecord, { id }, { disabledReason: 'x' }));
    const result = await settleBehind(state, disable, () => channels.rotateSecret(ME, id));
    expect(result.status).toBe('fulfilled');
    expect(await kept()).toMatchObject({ disabledReason: 'x' });
  });

  it('saves no subscription of a channel, or in place of one, that is removed before', async () => {
    const subscriptions = app.auth.workbench.app.get(SubscriptionsService);
    const wanted: SubscriptionInput = { channel_id: id, events: ['schema.changed'] };
    const made = await subscriptions.create(ME, wanted);
    const changed = await settleBehind(
      state,
      () => subscriptions.remove(ME, made.id),
      () => subscriptions.change(ME, made.id, wanted),
    );
    expect(changed).toMatchObject({ status: 'rejected', reason: { code: 'subscription-not-found' } });
    const created = await settleBehind(
      state,
      () => channels.remove(ME, id),
      () => subscriptions.create(ME, wanted),
    );
    expect(created).toMatchObject(GONE);
    expect(await state.manager.countBy(SubscriptionRecord, { channelId: id })).toBe(0);
  });

  it('leaves a channel as another person has saved it meanwhile', async () => {
    const began = await channels.get(ME, id);
    await channels.change(ME, id, { ...input('theirs'), expected: began });
    const mine = { ...input('mine'), expected: began };
    await expect(channels.change(ME, id, mine)).rejects.toMatchObject({ code: 'changed-meanwhile' });
    // The answer to the request may have been lost, and a new secret changes no setting.
    await channels.change(ME, id, { ...input('theirs'), expected: began });
    const now = await channels.get(ME, id);
    await channels.rotateSecret(ME, id);
    await channels.change(ME, id, { ...input('mine'), expected: now });
    expect(await kept()).toMatchObject({ name: 'mine' });
  });

  it('leaves a subscription as another person has saved it meanwhile', async () => {
    const subscriptions = app.auth.workbench.app.get(SubscriptionsService);
    const began: SubscriptionInput = { channel_id: id, events: ['schema.changed', 'contract.violated'] };
    const made = await subscriptions.create(ME, began);
    const change = (input: SubscriptionInput, expected: SubscriptionInput) =>
      subscriptions.change(ME, made.id, { ...input, expected });
    const theirs = { ...began, digest_minutes: 5 };
    await change(theirs, { ...began, events: ['contract.violated', 'schema.changed'], filter: { job_ids: [] } });
    await expect(change({ ...began, digest_minutes: 60 }, began)).rejects.toMatchObject({ code: 'changed-meanwhile' });
    expect(await change(theirs, began)).toMatchObject({ digest_minutes: 5 });
  });

  async function openedSecrets() {
    const channel = await kept();
    return app.auth.workbench.app.get(ChannelSecrets).tryOpen(channel?.secrets ?? {});
  }
});
