import { Component, input } from '@angular/core';
import type { Channel } from '#libs/api';
import { Icon } from '../../shared/ui/icon/icon';
import { Tooltip } from '../../shared/ui/tooltip';

/** Whether a channel delivers, with the reason on hover where it does not. */
@Component({
  selector: 'dw-channel-state',
  imports: [Icon, Tooltip],
  template: `
    @if (channel().secrets_fault) {
      <span class="dw-state dw-danger" [dwTooltip]="channel().secrets_fault">
        <dw-icon name="circle-x" [size]="14" />Secret unreadable
      </span>
    }
    @switch (channel().state) {
      @case ('active') {
        <span class="dw-state dw-success"><dw-icon name="circle-check" [size]="14" />In use</span>
      }
      @case ('resting') {
        <span class="dw-state dw-warn" [dwTooltip]="channel().reason">
          <dw-icon name="clock" [size]="14" />Paused after failures
        </span>
      }
      @case ('disabled') {
        <span class="dw-state dw-danger" [dwTooltip]="channel().reason">
          <dw-icon name="ban" [size]="14" />Disabled
        </span>
      }
    }
  `,
})
export class ChannelState {
  readonly channel = input.required<Channel>();
}
