import { CdkConnectedOverlay, CdkOverlayOrigin } from '@angular/cdk/overlay';
import type { ConnectedPosition } from '@angular/cdk/overlay';
import { Component, ElementRef, input, output, viewChild } from '@angular/core';
import { DropdownList } from '../../../shared/ui/dropdown-list';
import { IconButton } from '../../../shared/ui/icon-button';
import type { TabItem } from './tab-item';
import { TabPicker } from './tab-picker';

const PLACES: ConnectedPosition[] = [
  { originX: 'end', originY: 'bottom', overlayX: 'end', overlayY: 'top', offsetY: 4 },
  { originX: 'start', originY: 'bottom', overlayX: 'start', overlayY: 'top', offsetY: 4 },
];

/** A button that opens the list of all tabs. */
@Component({
  selector: 'dw-tab-list',
  imports: [CdkConnectedOverlay, CdkOverlayOrigin, IconButton, TabPicker],
  template: `
    <button
      #origin="cdkOverlayOrigin"
      #face
      cdkOverlayOrigin
      dwIconButton="chevron-down"
      [label]="'All ' + items().length + ' tabs'"
      [size]="16"
      aria-haspopup="dialog"
      [attr.aria-expanded]="list.isOpen()"
      (click)="list.toggle()"
      (keydown.arrowdown)="$event.preventDefault(); list.open()"
    ></button>
    <ng-template
      cdkConnectedOverlay
      [cdkConnectedOverlayOrigin]="origin"
      [cdkConnectedOverlayOpen]="list.isOpen()"
      [cdkConnectedOverlayPositions]="places"
      [cdkConnectedOverlayPush]="true"
      [cdkConnectedOverlayDisableClose]="true"
      (overlayOutsideClick)="list.leave($event)"
      (detach)="list.close()"
    >
      @for (one of [list.opening()]; track one) {
        <dw-tab-picker
          role="dialog"
          aria-label="All tabs"
          [items]="items()"
          (picked)="pick($event)"
          (keydown.tab)="list.close()"
          (keydown.escape)="$event.preventDefault(); list.close()"
        />
      }
    </ng-template>
  `,
  styles: `
    :host {
      display: flex;
      align-items: center;
    }
  `,
})
export class TabList {
  readonly items = input.required<readonly TabItem[]>();
  readonly picked = output<string>();

  private readonly face = viewChild.required<unknown, ElementRef<HTMLElement>>('face', { read: ElementRef });
  protected readonly list = new DropdownList(() => this.face());
  protected readonly places = PLACES;

  protected pick(id: string): void {
    this.list.close();
    this.picked.emit(id);
  }
}
