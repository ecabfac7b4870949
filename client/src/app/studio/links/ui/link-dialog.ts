import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import type { Connection } from '#libs/api';
import { showHiddenCharacters } from '#libs/studio-link';
import { engineIcon, roleRiskTexts } from '../../../shared/connections/connection-look';
import { ConnectionsApi } from '../../../shared/connections/connections-api';
import { ConnectionsStore } from '../../../shared/connections/connections.store';
import { ConnectionColour } from '../../../shared/connections/ui/connection-colour';
import { Badge } from '../../../shared/ui/badge';
import { DialogFrame } from '../../../shared/ui/dialog/dialog-frame';
import { Icon } from '../../../shared/ui/icon/icon';

/** SQL that came by a link, where it would run, and whether the database would refuse what it writes. */
export interface LinkQuestion {
  readonly connection: Connection;
  readonly sql: string;
  readonly isReadOnly: boolean;
}

/** What to do with it; dismissing the dialog does nothing. */
export type LinkAnswer = 'run' | 'open';

/** Shows the whole SQL of a link with everything that decides whether to run it, and asks. */
@Component({
  selector: 'dw-link-dialog',
  imports: [Badge, ConnectionColour, DialogFrame, Icon],
  templateUrl: './link-dialog.html',
  styleUrl: './link-dialog.css',
})
export class LinkDialog {
  protected readonly question = inject<LinkQuestion>(DIALOG_DATA);
  protected readonly dialog = inject<DialogRef<LinkAnswer>>(DialogRef);
  private readonly connections = inject(ConnectionsStore);
  private readonly api = inject(ConnectionsApi);

  protected readonly icon = engineIcon(this.question.connection.engine);
  protected readonly hasRole = this.question.connection.capabilities.network;
  /** Viewers have read-only sessions whatever they run. */
  protected readonly isReadOnly = this.question.isReadOnly || this.question.connection.access === 'query';
  protected readonly parts = showHiddenCharacters(this.question.sql);
  protected readonly lineCount = this.question.sql.split('\n').length;
  protected readonly hasHidden = this.parts.some(({ codePoint }) => codePoint !== null);
  protected readonly isAsking = signal(false);
  private readonly server = computed(
    () => (this.connections.find(this.question.connection.id) ?? this.question.connection).server,
  );
  protected readonly risks = computed(() => roleRiskTexts(this.server()));
  protected readonly isRoleKnown = computed(() => Array.isArray(this.server()?.role_risks));

  constructor() {
    if (this.hasRole && this.server()?.role_risks === undefined) void this.readRole();
  }

  /** Nothing was connected yet: a test finds out what the role can do. */
  private async readRole(): Promise<void> {
    this.isAsking.set(true);
    await this.api.test(this.question.connection.id).catch(() => null);
    await this.connections.reload();
    this.isAsking.set(false);
  }
}
