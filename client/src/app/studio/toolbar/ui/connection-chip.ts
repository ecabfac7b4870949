import { CdkConnectedOverlay, CdkOverlayOrigin } from '@angular/cdk/overlay';
import type { ConnectedPosition } from '@angular/cdk/overlay';
import type { ElementRef } from '@angular/core';
import { Component, computed, input, output, viewChild } from '@angular/core';
import type { Connection } from '#libs/api';
import {
  connectionStateName,
  connectionTone,
  engineIcon,
  roleRiskTexts,
  serverWarnings,
} from '../../../shared/connections/connection-look';
import { ConnectionColour } from '../../../shared/connections/ui/connection-colour';
import { Dot } from '../../../shared/ui/dot';
import { DropdownList } from '../../../shared/ui/dropdown-list';
import { Icon } from '../../../shared/ui/icon/icon';
import { Tooltip } from '../../../shared/ui/tooltip';
import { ConnectionPicker } from './connection-picker';

const PLACES: ConnectedPosition[] = [
  { originX: 'end', originY: 'bottom', overlayX: 'end', overlayY: 'top', offsetY: 4 },
  { originX: 'end', originY: 'top', overlayX: 'end', overlayY: 'bottom', offsetY: -4 },
];

/** The tab's connection. Its face is the health, its stripe the connection's colour; a click opens the list of others. */
@Component({
  selector: 'dw-connection-chip',
  imports: [CdkConnectedOverlay, CdkOverlayOrigin, ConnectionColour, ConnectionPicker, Dot, Icon, Tooltip],
  templateUrl: './connection-chip.html',
  styles: `
    .dw-chip {
      flex: 0 1 auto;
      min-width: 0;
    }
    .name {
      max-width: 240px;
    }
    .risk {
      color: var(--dw-warn-text);
    }
  `,
})
export class ConnectionChip {
  readonly connection = input.required<Connection | null>();
  readonly connections = input.required<readonly Connection[]>();
  readonly picked = output<string>();

  private readonly face = viewChild.required<ElementRef<HTMLElement>>('face');
  protected readonly list = new DropdownList(() => this.face());
  protected readonly places = PLACES;
  protected readonly icon = engineIcon;
  protected readonly tone = connectionTone;
  protected readonly warnings = computed(() => serverWarnings(this.connection()?.server));
  protected readonly tooltip = computed(() => {
    const health = this.connection()?.health;
    const state =
      health?.last_error ?? (health ? `Connection is ${connectionStateName(health.state)}` : 'Choose a connection');
    return [state, ...this.warnings()].join('\n');
  });
  protected readonly label = computed(() => {
    const connection = this.connection();
    if (connection === null) return 'Choose a connection';
    const risks = roleRiskTexts(connection.server).length > 0 ? ', its role can do more than read' : '';
    return `Connection ${connection.name}, ${connectionStateName(connection.health.state)}${risks}`;
  });

  protected pick(id: string): void {
    this.list.close();
    this.picked.emit(id);
  }
}
