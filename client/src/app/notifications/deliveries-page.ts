import { Component, computed, DestroyRef, effect, inject, signal, untracked } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, Router } from '@angular/router';
import type { Channel, MessageDelivery } from '#libs/api';
import { NOTIFICATION_EVENTS } from '#libs/notifications';
import { BusyActions } from '../shared/http/busy-actions';
import { keptResource } from '../shared/http/kept-resource';
import { PagedList } from '../shared/http/paged-list';
import { shownZoneName } from '../shared/time/time-display';
import { BusyButton } from '../shared/ui/busy-button';
import { Icon } from '../shared/ui/icon/icon';
import { EmptyState } from '../shared/ui/state/empty-state';
import { MoreButton } from '../shared/ui/state/more-button';
import { Toasts } from '../shared/ui/toast/toasts';
import { LoadState } from '../shared/ui/state/load-state';
import { STATES, eventText } from './data/delivery-words';
import { NotificationsApi } from './data/notifications-api';
import type { DeliveryFilter } from './data/notifications-api';
import { DeliveriesTable } from './ui/deliveries-table';

/** While something waits, the list is read again this often. */
const REFRESH_MS = 3000;

/** What became of messages: filtered by the address, each opens to its tries. */
@Component({
  selector: 'dw-deliveries-page',
  imports: [BusyButton, DeliveriesTable, EmptyState, Icon, LoadState, MoreButton],
  templateUrl: './deliveries-page.html',
  styles: `
    .filters {
      flex-wrap: wrap;
    }
    .dw-select {
      width: 168px;
    }
  `,
  host: { class: 'dw-page' },
})
export class DeliveriesPage {
  private readonly api = inject(NotificationsApi);
  private readonly router = inject(Router);
  private readonly toasts = inject(Toasts);
  private readonly query = toSignal(inject(ActivatedRoute).queryParamMap, { requireSync: true });

  protected readonly filter = computed<DeliveryFilter>(
    () => ({
      state: this.query().get('state') ?? '',
      channel_id: this.query().get('channel') ?? '',
      event: this.query().get('event') ?? '',
    }),
    { equal: (a, b) => JSON.stringify(a) === JSON.stringify(b) },
  );
  protected readonly isFiltered = computed(() => Object.values(this.filter()).some((limit) => limit !== ''));
  protected readonly list = new PagedList(
    (filter: DeliveryFilter, cursor) => this.api.deliveries(filter, cursor),
    ({ id }) => id,
    { state: '', channel_id: '', event: '' },
  );
  protected readonly channels = signal<readonly Channel[]>([]);
  private readonly wantedId = signal<string | null>(null);
  /** The delivery that is open, where the list contains it. */
  protected readonly openId = computed(() => this.list.items().find(({ id }) => id === this.wantedId())?.id ?? null);
  protected readonly details = keptResource(
    () => this.openId() ?? undefined,
    (id, stop) => this.api.delivery(id, stop),
  );
  private readonly actions = new BusyActions();
  protected readonly states = Object.entries(STATES);
  protected readonly isReading = (): boolean => this.actions.isBusy('refresh');
  protected readonly isResending = (id: string): boolean => this.actions.isBusy(`resend ${id}`);
  protected readonly events = NOTIFICATION_EVENTS;
  protected readonly eventText = eventText;
  protected get zone(): string {
    return shownZoneName();
  }

  constructor() {
    effect(() => {
      const filter = this.filter();
      untracked(() => void this.list.show(filter));
    });
    void this.readChannels();
    const timer = setInterval(() => void this.follow(), REFRESH_MS);
    inject(DestroyRef).onDestroy(() => clearInterval(timer));
  }

  protected limit(name: 'state' | 'channel' | 'event', value: string): void {
    const queryParams = { [name]: value || null };
    void this.router.navigate([], { queryParams, queryParamsHandling: 'merge', replaceUrl: true });
  }

  protected clear(): void {
    const queryParams = { state: null, channel: null, event: null };
    void this.router.navigate([], { queryParams, queryParamsHandling: 'merge', replaceUrl: true });
  }

  protected async refresh(): Promise<void> {
    await this.actions.run('refresh', () => this.load());
  }

  protected toggle({ id }: MessageDelivery): void {
    this.wantedId.set(this.openId() === id ? null : id);
  }

  protected async resend(delivery: MessageDelivery): Promise<void> {
    await this.actions.run(`resend ${delivery.id}`, () => this.sendAgain(delivery));
  }

  private async sendAgain({ id, channel_name: name }: MessageDelivery): Promise<void> {
    try {
      await this.api.resend(id);
      this.toasts.show({ tone: 'success', title: `Resending to ${name}` });
    } catch (error) {
      this.toasts.showFailure("The message wasn't resent", error);
    }
    await this.load();
  }

  private async load(): Promise<void> {
    await this.list.load();
    this.details.reload();
  }

  private async readChannels(): Promise<void> {
    try {
      this.channels.set((await this.api.channels()).items);
    } catch {
      // The list itself says what is wrong; without channels there is only one filter less.
    }
  }

  private async follow(): Promise<void> {
    const isWaiting = this.list.items().some(({ state }) => state === 'pending');
    if (isWaiting && document.visibilityState === 'visible') await this.load();
  }
}
