import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { Actor } from '#libs/access';
import type { CopilotSettingsInput, SubscriptionInput } from '#libs/api';
import type { PipelineDefinition } from '#libs/pipelines';
import { AuthApp } from './auth/testing/auth-app.js';
import type { Caller } from './auth/testing/auth-app.js';
import { TokensService } from './auth/tokens/tokens.service.js';
import { CopilotModule } from './copilot/index.js';
import { CopilotSettingsService } from './copilot/copilot-settings.service.js';
import { ChannelsService } from './notifications/channels/channels.service.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { DeliveriesService } from './notifications/outbox/deliveries.service.js';
import { DeliveryRecord, EventRecord } from './notifications/outbox/outbox.entity.js';
import { SubscriptionsService } from './notifications/subscriptions.service.js';
import { PipelinesModule } from './pipelines/index.js';
import { PipelinesService } from './pipelines/pipelines.service.js';
import { State } from './platform/index.js';
import { settleBehind } from './platform/testing/settle-behind.js';
import { SchedulerModule } from './scheduler/index.js';

const DEFINITION: PipelineDefinition = {
  inputs: [{ name: 'numbers', kind: 'file', path: 'numbers.csv' }],
  steps: [{ name: 'all', sql: 'SELECT * FROM numbers' }],
  output: { from: 'all', format: 'csv', name: 'all' },
};
const YAML = `
pipeline: left behind
inputs: [{ name: numbers, kind: file, path: numbers.csv }]
steps: [{ name: all, sql: SELECT 1 }]
output: { from: all, format: csv, name: all }`;
const COPILOT: CopilotSettingsInput = {
  ...{ provider: 'off', base_url: '', model: '', timeout_s: 61, token_budget: 8_000, audit_text: false },
  ...{ connections: {}, default_level: 'comments' },
};

describe('a write that waits for the writer behind the revocation of its token', () => {
  let app: AuthApp;
  let admin: Caller;
  let state: State;
  let pipelines: PipelinesService;
  let subscriptions: SubscriptionsService;
  let deliveries: DeliveriesService;
  let tokenId: string;
  let actor: Actor;
  let pipelineId: string;
  let subscriptionId: string;
  let wanted: SubscriptionInput;
  let count = 0;

  beforeAll(async () => {
    app = await AuthApp.startWithAdmin({
      features: [SchedulerModule, PipelinesModule, NotificationsModule, CopilotModule],
    });
    admin = await app.signIn();
    const { app: nest } = app.workbench;
    [state, pipelines] = [nest.get(State), nest.get(PipelinesService)];
    [subscriptions, deliveries] = [nest.get(SubscriptionsService), nest.get(DeliveriesService)];
    const settings = { url: 'https://hook.example.test/' };
    const channel = await nest.get(ChannelsService).create(LOCAL_ACTOR, { name: 'hook', kind: 'webhook', settings });
    wanted = { channel_id: channel.id, events: ['schema.changed'] };
    subscriptionId = (await subscriptions.create(LOCAL_ACTOR, wanted)).id;
    const words = { event: 'schema.changed', title: '', message: '', context: '{}', path: '/' };
    const about = { connectionId: null, ownerId: null, isInBell: false, occurredAt: new Date().toISOString() };
    await state.manager.insert(EventRecord, { id: 'event', ...words, ...about });
    const sent = { state: 'delivered', attempts: 1, digestKey: null, leadId: null, openRecipients: null } as const;
    const times = { createdAt: Date.now(), dueAt: Date.now(), finishedAt: Date.now() };
    await state.manager.insert(DeliveryRecord, {
      id: 'sent',
      eventId: 'event',
      channelId: channel.id,
      ...sent,
      ...times,
    });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    const made = await admin.token();
    [tokenId, actor] = [made.id, await app.actorOf(made.token)];
    pipelineId = (await pipelines.create(LOCAL_ACTOR, { name: `kept ${count++}`, definition: DEFINITION })).id;
  });

  /** All that the writes below would change. */
  const kept = async () => [
    await pipelines.list(LOCAL_ACTOR),
    subscriptions.list(LOCAL_ACTOR),
    await state.manager.find(DeliveryRecord),
    await app.workbench.app.get(CopilotSettingsService).settings(),
  ];

  it.each<[string, () => Promise<unknown>]>([
    ['create a pipeline', () => pipelines.create(actor, { name: 'left behind', definition: DEFINITION })],
    ['import a pipeline', () => pipelines.import(actor, YAML)],
    [
      'change a pipeline',
      () => pipelines.change(actor, pipelineId, { name: 'changed', definition: DEFINITION, version: 1 }),
    ],
    ['remove a pipeline', () => pipelines.remove(actor, pipelineId)],
    ['create a subscription', () => subscriptions.create(actor, wanted)],
    ['change a subscription', () => subscriptions.change(actor, subscriptionId, { ...wanted, digest_minutes: 5 })],
    ['remove a subscription', () => subscriptions.remove(actor, subscriptionId)],
    ['send a message again', () => deliveries.resend(actor, 'sent')],
    ['change the settings of the Copilot', () => app.workbench.app.get(CopilotSettingsService).change(actor, COPILOT)],
  ])('is refused: %s', async (_, write) => {
    const before = await kept();
    const revoke = () => app.workbench.app.get(TokensService).revoke(LOCAL_ACTOR, tokenId);
    const result = await settleBehind(state, revoke, write);
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'unauthenticated' } });
    expect(await kept()).toEqual(before);
  });
});
