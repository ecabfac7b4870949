import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject } from '@angular/core';
import type { DemoView } from '#libs/demo';
import { DialogFrame } from '../../ui/dialog/dialog-frame';
import { keptTexts, removedTexts } from '../demo-lists';

/** Lists what removing the demo deletes and what stays; closes with true when it is confirmed. */
@Component({
  selector: 'dw-remove-demo-dialog',
  imports: [DialogFrame],
  template: `
    <dw-dialog-frame heading="Remove the demo?">
      <div dwDialogBody class="dw-t2">
        <p id="demo-removed">These are deleted. This cannot be undone.</p>
        <ul tabindex="0" aria-labelledby="demo-removed">
          @for (text of removed; track $index) {
            <li>{{ text }}</li>
          }
        </ul>
        @if (kept.length > 0) {
          <p id="demo-kept">You made or changed these, so they stay:</p>
          <ul tabindex="0" aria-labelledby="demo-kept">
            @for (text of kept; track $index) {
              <li class="dw-clip">{{ text }}</li>
            }
          </ul>
        } @else {
          <p>Nothing else is changed.</p>
        }
      </div>
      <ng-container dwDialogActions>
        <button type="button" class="dw-btn dw-ghost dw-lg" (click)="dialog.close(false)">Cancel</button>
        <button type="button" class="dw-btn dw-lg dw-danger" (click)="dialog.close(true)">Remove the demo</button>
      </ng-container>
    </dw-dialog-frame>
  `,
  styles: `
    ul {
      max-height: 24vh;
      margin: var(--dw-space-1) 0 var(--dw-space-3);
      padding-left: var(--dw-space-4);
      list-style: disc;
      overflow: auto;
    }
  `,
})
export class RemoveDemoDialog {
  private readonly view = inject<DemoView>(DIALOG_DATA);
  protected readonly dialog = inject<DialogRef<boolean>>(DialogRef);
  protected readonly removed = removedTexts(this.view);
  protected readonly kept = keptTexts(this.view);
}
