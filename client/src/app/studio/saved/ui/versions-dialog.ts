import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject } from '@angular/core';
import type { SavedQuery, SavedQueryVersion } from '#libs/api';
import { minuteText } from '../../../shared/time/time-text';
import { DialogFrame } from '../../../shared/ui/dialog/dialog-frame';
import { excerptOf } from '../../run/statement-summary';

/** A query and the texts it once had, newest first. */
export interface VersionsDialogData {
  readonly query: SavedQuery;
  readonly items: readonly SavedQueryVersion[];
}

/** Lists the former texts of a saved query; closes with the one to look at. */
@Component({
  selector: 'dw-versions-dialog',
  imports: [DialogFrame],
  template: `
    <dw-dialog-frame [heading]="'Versions of ' + data.query.name">
      <div dwDialogBody>
        <ul aria-label="Version history">
          @for (item of items; track item.version) {
            <li>
              <button class="entry" type="button" (click)="dialog.close(item.former)">
                <span class="sql dw-clip">{{ item.excerpt }}</span>
                <span class="meta">Version {{ item.version }} · until {{ item.until }}</span>
              </button>
            </li>
          } @empty {
            <li class="none">No earlier versions.</li>
          }
        </ul>
      </div>
      <ng-container dwDialogActions>
        <button type="button" class="dw-btn dw-lg" (click)="dialog.close()">Close</button>
      </ng-container>
    </dw-dialog-frame>
  `,
  styles: `
    :host {
      display: contents;
    }
    ul {
      max-height: 50vh;
      margin: 0;
      padding: 4px 0;
      overflow: auto;
      list-style: none;
      border: 1px solid var(--dw-line-2);
      border-radius: var(--dw-radius-2);
    }
    .entry {
      display: flex;
      flex-direction: column;
      width: 100%;
      padding: 6px 10px;
      border: 0;
      background: none;
      text-align: left;
    }
    .entry:hover {
      background: var(--dw-bg-hover);
    }
    .entry:focus-visible {
      border-radius: 0;
      box-shadow: var(--dw-focus-ring-inset);
    }
    .sql {
      width: 100%;
      font: 400 12px/16px var(--dw-font-mono);
      font-variant-ligatures: none;
    }
    .meta,
    .none {
      font-size: 12px;
      color: var(--dw-text-3);
    }
    .none {
      padding: 4px 10px;
    }
  `,
})
export class VersionsDialog {
  protected readonly data = inject<VersionsDialogData>(DIALOG_DATA);
  protected readonly dialog = inject<DialogRef<SavedQueryVersion>>(DialogRef);
  protected readonly items = this.data.items.map((former) => ({
    former,
    version: former.version,
    excerpt: excerptOf(former.sql, 200) || '(empty)',
    until: minuteText(new Date(former.replaced_at)),
  }));
}
