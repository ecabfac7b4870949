import { Component, computed, inject, input, output } from '@angular/core';
import type { ChangeSet } from '#libs/api';
import { ConnectionsStore } from '../../shared/connections/connections.store';
import { ConnectionColour } from '../../shared/connections/ui/connection-colour';
import { Moment } from '../../shared/time/moment';
import { Badge } from '../../shared/ui/badge';
import { Icon } from '../../shared/ui/icon/icon';
import { authorIcon, editedRowsText, sizeText, tablesText } from '../../shared/changes/data/change-labels';
import { ChangeStatus } from './change-status';

/** Change sets, a row of two lines each; a row opens its change set, arrows move between the rows. */
@Component({
  selector: 'dw-change-table',
  imports: [Badge, ChangeStatus, ConnectionColour, Icon, Moment],
  templateUrl: './change-table.html',
  styleUrl: './change-table.css',
})
export class ChangeTable {
  readonly changes = input.required<readonly ChangeSet[]>();
  readonly openId = input.required<string | null>();
  readonly opened = output<string>();

  private readonly connections = inject(ConnectionsStore);
  protected readonly rows = computed(() =>
    this.changes().map((change) => ({
      change,
      colour: this.connections.find(change.connection_id)?.colour ?? null,
      icon: authorIcon(change.author),
      tables: tablesText(change.tables) || sizeText(change.counts),
      count: editedRowsText(change.counts),
      isOver: change.state === 'undone' || change.state === 'refused',
    })),
  );
}
