import { DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject } from '@angular/core';
import { KeyGroups } from '../shared/keys/key-groups';
import type { KeyGroup } from '../shared/keys/key-groups';
import { keySequence } from '../shared/keys/key-names';
import { DialogFrame } from '../shared/ui/dialog/dialog-frame';
import { AREAS } from './areas';

const EVERYWHERE: KeyGroup = {
  name: 'Everywhere',
  keys: [
    ...AREAS.map(({ keys, name }) => [keys, `Go to ${name}`] as const),
    ['Mod+K', 'Find an action, tab, connection, table or saved query'],
    ['F6', 'Next region'],
    ['Shift+F6', 'Previous region'],
    ['Mod+B', 'Show or hide the sidebar'],
    ['Mod+\\', 'Show or hide the labels of the rail'],
    ['?', 'This list'],
  ],
};
const CONNECTIONS: KeyGroup = {
  name: 'Connections',
  keys: [
    ['Enter', 'Use the connection'],
    ['T', 'Test connection'],
    ['R', 'Reconnect'],
    ['E', 'Edit'],
    ['Backspace', 'Remove'],
    ['/', 'Filter'],
    ['Shift+F10', 'Menu'],
  ],
};

/** All keys that work just now. */
@Component({
  selector: 'dw-key-list',
  imports: [DialogFrame],
  template: `
    <dw-dialog-frame heading="Keys">
      <!-- Focusable, so that the keyboard can scroll it. -->
      <div dwDialogBody class="groups" tabindex="0" role="group" aria-label="All keys">
        @for (group of groups(); track group.name) {
          <section>
            <h3>{{ group.name }}</h3>
            <dl>
              @for (entry of group.keys; track entry[0]) {
                <div>
                  <dt>{{ entry[1] }}</dt>
                  <dd>
                    @for (key of sequence(entry[0]); track $index) {
                      <kbd class="dw-kbd">{{ key }}</kbd>
                    }
                  </dd>
                </div>
              }
            </dl>
          </section>
        }
      </div>
      <button dwDialogActions type="button" class="dw-btn dw-lg" (click)="dialog.close()">Close</button>
    </dw-dialog-frame>
  `,
  styles: `
    .groups {
      columns: 2;
      column-gap: var(--dw-space-6);
    }
    section {
      break-inside: avoid;
      margin-bottom: var(--dw-space-3);
    }
    h3 {
      font-size: var(--dw-text-dense);
      line-height: var(--dw-lh-dense);
      color: var(--dw-text-2);
    }
    dl > div {
      display: flex;
      gap: var(--dw-space-2);
      align-items: center;
      justify-content: space-between;
      min-height: var(--dw-row-dense);
    }
    dd {
      display: flex;
      flex: none;
      gap: 2px;
    }
  `,
})
export class KeyList {
  private readonly added = inject(KeyGroups).groups;
  protected readonly dialog = inject<DialogRef>(DialogRef);
  protected readonly sequence = keySequence;
  protected readonly groups = computed(() => [EVERYWHERE, ...this.added(), CONNECTIONS]);
}
