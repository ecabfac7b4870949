import { CdkMenu, CdkMenuItemRadio, CdkMenuTrigger } from '@angular/cdk/menu';
import { Component, computed, input, output } from '@angular/core';
import type { Connection } from '#libs/api';
import {
  connectionStateName,
  connectionTone,
  engineIcon,
  roleRiskTexts,
} from '../../../shared/connections/connection-look';
import { ConnectionColour } from '../../../shared/connections/ui/connection-colour';
import { Dot } from '../../../shared/ui/dot';
import { Icon } from '../../../shared/ui/icon/icon';
import { Tooltip } from '../../../shared/ui/tooltip';

/** The tab's connection. Its face is the health, its stripe the connection's colour; a click opens the list of others. */
@Component({
  selector: 'dw-connection-chip',
  imports: [CdkMenu, CdkMenuItemRadio, CdkMenuTrigger, ConnectionColour, Dot, Icon, Tooltip],
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
    .stripe {
      flex: none;
      width: 8px;
      height: 8px;
      border-radius: 2px;
      background: var(--dw-conn-stripe);
    }
    [aria-checked='true'] {
      font-weight: 500;
      background: var(--dw-accent-bg);
    }
  `,
})
export class ConnectionChip {
  readonly connection = input.required<Connection | null>();
  readonly connections = input.required<readonly Connection[]>();
  readonly picked = output<string>();

  protected readonly icon = engineIcon;
  protected readonly tone = connectionTone;
  protected readonly stateName = connectionStateName;
  protected readonly risks = computed(() => roleRiskTexts(this.connection()?.server));
  protected readonly tooltip = computed(() => {
    const health = this.connection()?.health;
    const state =
      health?.last_error ?? (health ? `Connection is ${connectionStateName(health.state)}` : 'Choose a connection');
    return [state, ...this.risks()].join('\n');
  });
  protected readonly label = computed(() => {
    const connection = this.connection();
    if (connection === null) return 'Choose a connection';
    const risks = this.risks().length > 0 ? ', its role can do more than read' : '';
    return `Connection ${connection.name}, ${connectionStateName(connection.health.state)}${risks}`;
  });
}
