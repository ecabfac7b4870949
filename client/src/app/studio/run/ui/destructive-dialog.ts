import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject } from '@angular/core';
import type { Connection, DestructiveFinding } from '#libs/api';
import { Badge } from '../../../shared/ui/badge';
import { DialogFrame } from '../../../shared/ui/dialog/dialog-frame';
import { Icon } from '../../../shared/ui/icon/icon';
import { engineIcon } from '../../../shared/connections/connection-look';
import { ConnectionColour } from '../../../shared/connections/ui/connection-colour';

/** A text that waits for a yes. */
export interface DestructiveQuestion {
  readonly connection: Connection;
  readonly sql: string;
  readonly findings: readonly DestructiveFinding[];
}

/** More than these are only counted. */
const SHOWN = 50;

/** Names everything that a text would destroy and asks whether it is meant; closes with true when it is. */
@Component({
  selector: 'dw-destructive-dialog',
  imports: [Badge, ConnectionColour, DialogFrame, Icon],
  templateUrl: './destructive-dialog.html',
  styleUrl: './destructive-dialog.css',
})
export class DestructiveDialog {
  protected readonly question = inject<DestructiveQuestion>(DIALOG_DATA);
  protected readonly dialog = inject<DialogRef<boolean>>(DialogRef);
  protected readonly connectionIcon = engineIcon(this.question.connection.engine);
  protected readonly shown = this.question.findings.slice(0, SHOWN).map(({ sentence, start, end }) => ({
    sentence,
    sql: this.question.sql.slice(start, end),
  }));
  protected readonly moreCount = this.question.findings.length - this.shown.length;
}
