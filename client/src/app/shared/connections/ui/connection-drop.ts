import { Directive, output, signal } from '@angular/core';

const TYPE = 'application/x-workbench-connection';

/** Lets a drag carry a connection. */
export function carryConnection(transfer: DataTransfer, connectionId: string): void {
  transfer.setData(TYPE, connectionId);
  transfer.effectAllowed = 'link';
}

/** Where a connection of the sidebar can be dropped; the host has the class `drop-target` while one is over it. The innermost such place takes it. */
@Directive({
  selector: '[dwConnectionDrop]',
  host: {
    '[class.drop-target]': 'isOver()',
    '(dragover)': 'over($event)',
    '(dragleave)': 'isOver.set(false)',
    '(drop)': 'drop($event)',
  },
})
export class ConnectionDrop {
  /** The id of the connection. */
  readonly connectionDropped = output<string>();

  protected readonly isOver = signal(false);

  /** The data of a drag cannot be read before the drop, only its type. */
  protected over(event: DragEvent): void {
    const isTaken = event.defaultPrevented;
    if (event.dataTransfer?.types.includes(TYPE) !== true || isTaken) {
      this.isOver.set(false);
      return;
    }
    event.preventDefault();
    event.dataTransfer.dropEffect = 'link';
    this.isOver.set(true);
  }

  protected drop(event: DragEvent): void {
    this.isOver.set(false);
    const id = event.dataTransfer?.getData(TYPE) ?? '';
    if (id === '' || event.defaultPrevented) return;
    event.preventDefault();
    this.connectionDropped.emit(id);
  }
}
