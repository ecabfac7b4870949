import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { mayReadJobData } from '#libs/access';
import type { Actor } from '#libs/access';
import type {
  Channel,
  ChannelChange as ChannelUpdate,
  ChannelInput,
  ChannelList,
  ChannelTest,
  NewChannel,
} from '#libs/api';
import type { AuditAction } from '#libs/audit';
import { HEALTHY, mayQuoteRows, testMessage } from '#libs/notifications';
import { OwnerActors } from '../../auth/index.js';
import { Clock, EventBus, Problem, State, WORKBENCH_CONFIG, refuseChangedMeanwhile } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';
import { Directory } from '../directory.js';
import { DeliveryWorker } from '../outbox/delivery-worker.js';
import { DeliveryRecord } from '../outbox/outbox.entity.js';
import type { ChannelFields } from './channel.entity.js';
import { comparable, overlapOf } from './channel-choices.js';
import { ChannelKinds } from './channel-kinds.js';
import { ChannelSecrets } from './channel-secrets.js';
import { ChannelSender } from './channel-sender.js';
import { OwnChannels, canSeeAllChannels, scopesOf } from './own-channels.js';
import { refuseLoopbackByToken } from './refuse-loopback-by-token.js';

/** Settings that say where a stored secret is sent, and how well it is protected on the way. */
const PLACES = ['host', 'port', 'security', 'api_url'] as const;

interface ChangedChannel {
  readonly values: Partial<ChannelFields>;
  /** For the audit. */
  readonly details?: Readonly<Record<string, string>>;
  readonly secret?: string | undefined;
}

type ChannelChange = (current: ChannelFields) => ChangedChannel | Promise<ChangedChannel>;

/**
 * Makes and changes the places that messages go to. What writes throws `unauthenticated` where the actor's token was
 * revoked meanwhile: the revocation would not find what it saves.
 */
@Injectable()
export class ChannelsService {
  constructor(
    private readonly own: OwnChannels,
    private readonly directory: Directory,
    private readonly kinds: ChannelKinds,
    private readonly secrets: ChannelSecrets,
    private readonly sender: ChannelSender,
    private readonly owners: OwnerActors,
    private readonly worker: DeliveryWorker,
    private readonly state: State,
    private readonly events: EventBus,
    private readonly clock: Clock,
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
  ) {}

  /** The channels of `actor`, for administrators those of all, by name. */
  async list(actor: Actor): Promise<ChannelList> {
    const channels = this.own.list(actor).sort((one, other) => one.name.localeCompare(other.name, 'en'));
    const pending = await this.pendingByChannel();
    const items = await Promise.all(channels.map((channel) => this.viewOf(channel, pending.get(channel.id) ?? 0)));
    return { items, next_cursor: null };
  }

  /** One channel; throws `channel-not-found`. */
  async get(actor: Actor, id: string): Promise<Channel> {
    const channel = this.own.get(actor, id);
    return this.viewOf(channel, (await this.pendingByChannel()).get(id) ?? 0);
  }

  /**
   * Makes a channel. Throws `validation-failed` with what is wrong with its settings, and `forbidden` where it would send
   * rows that `actor` may not read.
   */
  async create(actor: Actor, { name, kind, settings, for_jobs }: ChannelInput): Promise<NewChannel> {
    this.kinds.requireKnown(kind);
    const forJobs = for_jobs ?? mayReadJobData(actor);
    this.refuseRows(actor, { id: null, forJobs });
    refuseLoopbackByToken(actor, settings);
    const read = this.read({ kind, settings }, {});
    const channel: ChannelFields = {
      ...{
        id: randomUUID(),
        ownerId: actor.userId,
        tokenId: actor.tokenId,
        connectionLimit: limitOf(actor),
        savedScopes: scopesOf(actor),
        name,
        kind,
        forJobs,
      },
      ...{ settings: read.settings, secrets: await this.secrets.seal(read.secrets) },
      ...{ ...HEALTHY, disabledReason: null, lastDeliveredAt: null, lastError: null, createdAt: this.clock.isoNow() },
    };
    await this.sender.prepare();
    await this.state.transactionFor(actor, async () => {
      await this.directory.saveChannel(channel);
      this.record(actor, 'notification.channel_create', channel);
    });
    const isMadeHere = this.kinds.of(kind).rotated !== undefined && settings.secret === undefined;
    return { ...(await this.viewOf(channel, 0)), secret: isMadeHere ? (read.secrets.secret ?? null) : null };
  }

  /**
   * Changes a channel; a kind stays what it is. Throws `channel-not-found`, `validation-failed`, `forbidden` where it sends
   * rows that `actor` may not read, `secret-needed` where a stored secret would be sent somewhere else or cannot be
   * decrypted, and `changed-meanwhile` where the channel is not the one that is expected.
   */
  async change(actor: Actor, id: string, { expected, ...input }: ChannelUpdate): Promise<Channel> {
    await this.save(actor, id, async (channel) => {
      if (input.kind !== channel.kind) throw invalid('/kind', 'A channel cannot become one of another kind.');
      const forJobs = input.for_jobs ?? channel.forJobs;
      this.refuseRows(actor, { id, forJobs });
      refuseLoopbackByToken(actor, input.settings);
      const { secrets: opened, faults } = await this.secrets.tryOpen(channel.secrets);
      refuseToLoseSecrets(faults, input);
      const moved = movedPlaces(channel, input);
      refuseToMoveSecrets(moved, opened, input);
      const read = this.read(input, opened);
      refuseChangedMeanwhile('channel', {
        current: comparable({ ...channel, for_jobs: channel.forJobs }),
        expected: expected && comparable(expected),
        wanted: comparable({ ...input, settings: read.settings, for_jobs: forJobs }),
      });
      const values = {
        ...{ tokenId: actor.tokenId, savedScopes: scopesOf(actor), name: input.name, forJobs },
        settings: { ...overlapOf(channel), ...read.settings },
        ...{ secrets: await this.secrets.seal(read.secrets), ...HEALTHY, disabledReason: null, lastError: null },
      };
      return { values, details: movesOf(moved, channel, read.settings) };
    });
    this.worker.wake();
    return this.get(actor, id);
  }

  /** Takes a channel away with its subscriptions and what was on its way. Throws `channel-not-found`. */
  async remove(actor: Actor, id: string): Promise<void> {
    await this.state.transactionFor(actor, async () => {
      const channel = await this.own.read(actor, id);
      await this.directory.removeChannel(id);
      this.record(actor, 'notification.channel_delete', channel);
    });
  }

  /**
   * Uses a disabled or resting channel again, at once. Throws `channel-not-found`, and `forbidden` where it sends rows that
   * `actor` may not read.
   */
  async enable(actor: Actor, id: string): Promise<Channel> {
    await this.save(actor, id, (channel) => {
      this.refuseRows(actor, channel);
      const by = { tokenId: actor.tokenId ?? channel.tokenId, savedScopes: scopesOf(actor) };
      return { values: { ...HEALTHY, ...by, disabledReason: null } };
    });
    this.worker.wake();
    return this.get(actor, id);
  }

  /**
   * Gives a webhook a new secret; messages are signed by the former one, too, for a day, unless that cannot be decrypted.
   * Throws `channel-not-found`.
   */
  async rotateSecret(actor: Actor, id: string): Promise<NewChannel> {
    const secret = await this.save(actor, id, async (channel) => {
      const kind = this.kinds.of(channel.kind);
      if (kind.rotated === undefined) throw invalid('/kind', 'Only webhooks have a secret to sign with.');
      const opened = await this.secrets.tryOpen(channel.secrets);
      const { settings, secrets } = kind.rotated(channel.settings, opened.secrets);
      const tokenId = actor.tokenId ?? channel.tokenId;
      return { values: { settings, secrets: await this.secrets.seal(secrets), tokenId }, secret: secrets.secret };
    });
    return { ...(await this.get(actor, id)), secret };
  }

  /**
   * Sends a test and says what came back; the answer's own words are for administrators. Throws `channel-not-found`.
   */
  async test(actor: Actor, id: string): Promise<ChannelTest> {
    const channel = this.own.get(actor, id);
    const message = testMessage(`test_${randomUUID()}`, channel.name, this.clock.isoNow(), this.config.publicUrl);
    const outgoing = { id: message.id, message, events: [] };
    const result = await this.sender.deliver(channel, outgoing);
    const isShown = canSeeAllChannels(actor) && result.answer !== '' && result.outcome !== 'accepted';
    const detail = isShown ? `${result.detail} Response: ${result.answer.slice(0, 500)}` : result.detail;
    return { delivered: result.outcome === 'accepted', status: result.status, detail };
  }

  /** The error of a job may quote rows: only those who may read them choose where it is sent. */
  private refuseRows(actor: Actor, { id, forJobs }: { readonly id: string | null; readonly forJobs: boolean }): void {
    if (mayReadJobData(actor)) return;
    const own = this.directory.subscriptions.filter(({ channelId }) => channelId === id);
    const sendsRows = forJobs || own.some(({ events }) => events.some(mayQuoteRows));
    if (sendsRows) throw new Problem('forbidden', 'Errors of jobs may quote rows. Use a token with the scope query.');
  }

  private read({ kind, settings }: Pick<ChannelInput, 'kind' | 'settings'>, known: Record<string, string>) {
    const reading = this.kinds.of(kind).read(settings, known);
    if (reading.kind === 'invalid') throw new Problem('validation-failed', undefined, { errors: reading.errors });
    return reading;
  }

  /** Writes a change to the channel as it is by then; answers the new secret of a change that makes one. */
  private async save(actor: Actor, id: string, changeOf: ChannelChange): Promise<string | null> {
    await this.sender.prepare();
    return this.state.transactionFor(actor, async () => {
      const channel = await this.own.read(actor, id);
      const { values, details, secret } = await changeOf(channel);
      const changed = { ...channel, ...values };
      await this.directory.saveChannel(changed);
      this.record(actor, 'notification.channel_change', changed, details);
      return secret ?? null;
    });
  }

  private record(
    actor: Actor,
    action: AuditAction,
    { id, name, kind }: ChannelFields,
    details: Readonly<Record<string, string>> = {},
  ): void {
    const object = { kind: 'channel', id, name };
    this.events.publish('action.performed', { action, actor, outcome: 'done', object, details: { kind, ...details } });
  }

  private async pendingByChannel(): Promise<Map<string, number>> {
    const rows = await this.state.manager
      .createQueryBuilder(DeliveryRecord, 'd')
      .select('d.channelId', 'id')
      .addSelect('COUNT(*)', 'count')
      .where('d.state = :state', { state: 'pending' })
      .groupBy('d.channelId')
      .getRawMany<{ id: string; count: number | string }>();
    return new Map(rows.map(({ id, count }) => [id, Number(count)]));
  }

  private async viewOf(channel: ChannelFields, pending: number): Promise<Channel> {
    const [fault] = Object.values((await this.secrets.tryOpen(channel.secrets)).faults);
    const isResting = channel.closedUntil !== null && channel.closedUntil > this.clock.now();
    const { disabledReason, lastError } = channel;
    return {
      ...{ id: channel.id, name: channel.name, kind: channel.kind, settings: channel.settings },
      destination: this.kinds.of(channel.kind).destination(channel.settings),
      secrets_set: Object.keys(channel.secrets),
      secrets_fault: fault ?? null,
      ...{ for_jobs: channel.forJobs, owner_id: channel.ownerId, owner_name: this.owners.nameOf(channel.ownerId) },
      state: disabledReason !== null ? 'disabled' : isResting ? 'resting' : 'active',
      reason: disabledReason ?? (isResting ? lastError : null),
      ...{ created_at: channel.createdAt, last_delivered_at: channel.lastDeliveredAt, last_error: lastError, pending },
    };
  }
}

/** The places in which a change differs; one that it leaves out is changed to its default. */
function movedPlaces({ settings }: ChannelFields, input: ChannelInput): (typeof PLACES)[number][] {
  return PLACES.filter((name) => name in settings && settings[name] !== input.settings[name]);
}

/** A secret that cannot be decrypted has to be typed again: the change would otherwise drop it or make another one. */
function refuseToLoseSecrets(faults: Readonly<Record<string, string>>, { settings }: ChannelInput): void {
  const lost = Object.entries(faults).filter(([name]) => name !== 'former_secret' && settings[name] === undefined);
  const errors = lost.map(([name, detail]) => ({ pointer: `/settings/${name}`, detail }));
  if (errors.length > 0) throw new Problem('secret-needed', undefined, { errors });
}

/** A stored secret stays with the place that it was typed for. */
function refuseToMoveSecrets(moved: readonly string[], stored: Record<string, string>, { settings }: ChannelInput) {
  const kept = Object.keys(stored).filter((name) => settings[name] === undefined);
  if (moved.length === 0 || kept.length === 0) return;
  const detail = `enter it again: the stored value is sent only to the address it was entered for, and ${moved.join(', ')} changed`;
  const errors = kept.map((name) => ({ pointer: `/settings/${name}`, detail }));
  throw new Problem('secret-needed', undefined, { errors });
}

/** The old and the new place of a channel, for the audit. */
function movesOf(
  moved: readonly string[],
  { settings: before }: ChannelFields,
  after: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const places = (settings: Readonly<Record<string, unknown>>) =>
    moved.map((name) => `${name} ${String(settings[name])}`).join(', ');
  return moved.length === 0 ? {} : { from: places(before), to: places(after) };
}

function limitOf({ connectionIds }: Actor): string[] | null {
  return connectionIds === null ? null : [...connectionIds];
}

function invalid(pointer: string, detail: string): Problem {
  return new Problem('validation-failed', undefined, { errors: [{ pointer, detail }] });
}
