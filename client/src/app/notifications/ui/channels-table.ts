import { CdkMenu, CdkMenuItem, CdkMenuTrigger } from '@angular/cdk/menu';
import { Component, inject, input, output } from '@angular/core';
import type { Channel } from '#libs/api';
import { Moment } from '../../shared/time/moment';
import { Icon } from '../../shared/ui/icon/icon';
import { IconButton } from '../../shared/ui/icon-button';
import { ChannelKindsStore } from '../data/channel-kinds.store';
import { ChannelState } from './channel-state';

/** What is to be done with a channel. */
export type ChannelAction = 'edit' | 'test' | 'enable' | 'rotate' | 'remove';

/** The channels, one a row, each with a test and a menu. */
@Component({
  selector: 'dw-channels-table',
  imports: [CdkMenu, CdkMenuItem, CdkMenuTrigger, ChannelState, Icon, IconButton, Moment],
  templateUrl: './channels-table.html',
})
export class ChannelsTable {
  readonly channels = input.required<readonly Channel[]>();
  readonly showsOwners = input.required<boolean>();
  readonly acted = output<{ channel: Channel; act: ChannelAction }>();

  protected readonly kinds = inject(ChannelKindsStore);

  protected act(channel: Channel, act: ChannelAction): void {
    this.acted.emit({ channel, act });
  }
}
