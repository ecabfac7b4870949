import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject } from '@angular/core';
import type { Connection } from '#libs/api';
import { Badge } from '../../../shared/ui/badge';
import { DialogFrame } from '../../../shared/ui/dialog/dialog-frame';
import { Icon } from '../../../shared/ui/icon/icon';
import { connectionIcon } from '../../../shared/connections/connection-look';
import { ConnectionColour } from '../../../shared/connections/ui/connection-colour';

/** A text that a link brought and that may write. */
export interface LinkQuestion {
  readonly connection: Connection;
  readonly sql: string;
}

/** Shows the text that a link wants to run and asks whether it is to run; closes with true when it is. */
@Component({
  selector: 'dw-link-dialog',
  imports: [Badge, ConnectionColour, DialogFrame, Icon],
  template: `
    <dw-dialog-frame heading="Run what the link brings?">
      <div dwDialogBody class="body">
        <p class="where dw-t2" [dwConnectionColour]="question.connection.colour">
          <dw-badge tone="conn"><dw-icon [name]="icon" [size]="12" />{{ question.connection.name }}</dw-badge>
          <span>This text does more than read. It was not written by you, and nothing was run yet.</span>
        </p>
        <pre class="dw-mono" tabindex="0" aria-label="SQL of the link">{{ question.sql }}</pre>
      </div>
      <ng-container dwDialogActions>
        <button type="button" class="dw-btn dw-lg" cdkFocusInitial (click)="dialog.close(false)">
          Open without running
        </button>
        <button type="button" class="dw-btn dw-danger dw-lg" (click)="dialog.close(true)">
          Run on {{ question.connection.name }}
        </button>
      </ng-container>
    </dw-dialog-frame>
  `,
  styleUrl: './destructive-dialog.css',
  styles: `
    pre {
      max-height: 280px;
      margin-left: 0;
    }
  `,
})
export class LinkDialog {
  protected readonly question = inject<LinkQuestion>(DIALOG_DATA);
  protected readonly dialog = inject<DialogRef<boolean>>(DialogRef);
  protected readonly icon = connectionIcon(this.question.connection.kind);
}
