import { Component, inject, input, output } from '@angular/core';
import type { DeliveryDetails, MessageDelivery } from '#libs/api';
import { attemptText } from '#libs/notifications';
import { latencyText } from '../../shared/connections/connection-look';
import type { KeptResource } from '../../shared/http/kept-resource';
import { Moment } from '../../shared/time/moment';
import { BusyButton } from '../../shared/ui/busy-button';
import { Icon } from '../../shared/ui/icon/icon';
import { LoadState } from '../../shared/ui/state/load-state';
import { ChannelKindsStore } from '../data/channel-kinds.store';
import { STATES, eventText, lastTryText } from '../data/delivery-words';

/** Deliveries, newest first; one is open, with every try. */
@Component({
  selector: 'dw-deliveries-table',
  imports: [BusyButton, Icon, LoadState, Moment],
  templateUrl: './deliveries-table.html',
  styleUrl: './deliveries-table.css',
})
export class DeliveriesTable {
  readonly deliveries = input.required<readonly MessageDelivery[]>();
  /** The delivery that is open, and what is read of it. */
  readonly openId = input.required<string | null>();
  readonly details = input.required<KeptResource<DeliveryDetails>>();
  /** Whether a delivery, by its id, is being sent again. */
  readonly isResending = input<(id: string) => boolean>(() => false);
  readonly toggled = output<MessageDelivery>();
  readonly resent = output<MessageDelivery>();

  protected readonly states = STATES;
  protected readonly eventText = eventText;
  protected readonly lastTryText = lastTryText;
  protected readonly attemptText = attemptText;
  protected readonly latencyText = latencyText;
  protected readonly kinds = inject(ChannelKindsStore);
}
