import { Component, input, output } from '@angular/core';
import { Icon } from '../../../shared/ui/icon/icon';
import { IconButton } from '../../../shared/ui/icon-button';
import type { SessionNote } from '../sessions.store';

/** A line above the editor: the transaction ends soon, or the session is gone. */
@Component({
  selector: 'dw-session-note',
  imports: [Icon, IconButton],
  template: `
    <dw-icon [name]="note().kind === 'expiring' ? 'triangle-alert' : 'info'" [size]="14" />
    <span class="text" role="status">{{ note().text }}</span>
    @if (note().kind === 'expiring') {
      <button class="dw-btn dw-sm" type="button" (click)="kept.emit()">Keep open</button>
    }
    <button dwIconButton="x" label="Close the message" [size]="12" (click)="dismissed.emit()"></button>
  `,
  styles: `
    :host {
      display: flex;
      flex: none;
      align-items: center;
      gap: 8px;
      padding: 4px 8px 4px 12px;
      border-bottom: 1px solid var(--dw-line-1);
      background: var(--dw-bg-raised);
      font-size: 12px;
      line-height: 16px;
      color: var(--dw-text-2);
    }
    .text {
      flex: 1;
      min-width: 0;
    }
    :host([data-kind='expiring']) {
      border-bottom-color: var(--dw-warn-line);
      background: var(--dw-warn-bg);
      color: var(--dw-warn-text);
    }
  `,
  host: { '[attr.data-kind]': 'note().kind' },
})
export class SessionNoteBar {
  readonly note = input.required<SessionNote>();
  readonly kept = output();
  readonly dismissed = output();
}
