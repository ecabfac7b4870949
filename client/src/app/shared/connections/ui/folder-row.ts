import type { ElementRef } from '@angular/core';
import { Component, input, output, viewChild } from '@angular/core';
import type { FolderRow } from '#libs/connection-folders';
import { Icon } from '../../ui/icon/icon';

/** A folder of the list of connections: a click opens or closes it. */
@Component({
  selector: 'dw-folder-row',
  imports: [Icon],
  template: `
    <button
      #name
      type="button"
      [attr.tabindex]="isTabStop() ? 0 : -1"
      [attr.aria-expanded]="row().isOpen"
      [attr.data-folder]="row().path"
      [style.padding-left.px]="6 + 12 * row().depth"
      (click)="toggled.emit()"
      (keydown)="pressed.emit($event)"
    >
      <dw-icon [name]="row().isOpen ? 'chevron-down' : 'chevron-right'" [size]="12" />
      <dw-icon name="folder" [size]="14" />
      <span class="dw-clip">{{ row().name }}</span>
      <span class="cdk-visually-hidden">, </span>
      <span class="count">{{ row().count }}</span>
    </button>
  `,
  styles: `
    button {
      display: flex;
      gap: var(--dw-space-2);
      align-items: center;
      width: 100%;
      height: var(--dw-row-base);
      padding: 0 var(--dw-space-3) 0 6px;
      border: 0;
      background: none;
      text-align: left;
    }
    button:hover {
      background: var(--dw-bg-active);
    }
    button:focus-visible {
      border-radius: 0;
      box-shadow: var(--dw-focus-ring-inset);
    }
    dw-icon,
    .count {
      color: var(--dw-text-3);
    }
    .count {
      margin-left: auto;
      font-size: var(--dw-text-micro);
      font-variant-numeric: tabular-nums;
    }
  `,
})
export class FolderListRow {
  readonly row = input.required<FolderRow>();
  /** The one row of the list that Tab reaches. */
  readonly isTabStop = input(false);
  readonly toggled = output();
  readonly pressed = output<KeyboardEvent>();

  private readonly nameButton = viewChild.required<ElementRef<HTMLElement>>('name');

  /** Puts the focus on the row. */
  focus(): void {
    this.nameButton().nativeElement.focus();
  }
}
