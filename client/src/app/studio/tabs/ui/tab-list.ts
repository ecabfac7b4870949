import { CdkConnectedOverlay, CdkOverlayOrigin } from '@angular/cdk/overlay';
import type { ConnectedPosition } from '@angular/cdk/overlay';
import { ApplicationRef, Component, ElementRef, inject, input, output, signal, viewChild } from '@angular/core';
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
      [attr.aria-expanded]="isOpen()"
      (click)="toggle()"
      (keydown.arrowdown)="$event.preventDefault(); open()"
    ></button>
    <ng-template
      cdkConnectedOverlay
      [cdkConnectedOverlayOrigin]="origin"
      [cdkConnectedOverlayOpen]="isOpen()"
      [cdkConnectedOverlayPositions]="places"
      [cdkConnectedOverlayPush]="true"
      [cdkConnectedOverlayDisableClose]="true"
      (overlayOutsideClick)="leave($event)"
      (detach)="close()"
    >
      @for (one of [opening()]; track one) {
        <dw-tab-picker
          role="dialog"
          aria-label="All tabs"
          [items]="items()"
          (picked)="pick($event)"
          (keydown.tab)="close()"
          (keydown.escape)="$event.preventDefault(); close()"
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
  private readonly app = inject(ApplicationRef);
  protected readonly isOpen = signal(false);
  /** Each opening has a list of its own, also where the last one has yet to go. */
  protected readonly opening = signal(0);
  protected readonly places = PLACES;

  protected open(): void {
    if (!this.isOpen()) this.opening.update((count) => count + 1);
    this.isOpen.set(true);
    // Drawn at once, so that the next key meets the list.
    this.app.tick();
  }

  protected toggle(): void {
    if (this.isOpen()) this.isOpen.set(false);
    else this.open();
  }

  protected pick(id: string): void {
    this.close();
    this.picked.emit(id);
  }

  /** Gives the focus back. */
  protected close(): void {
    if (!this.isOpen()) return;
    this.isOpen.set(false);
    this.face().nativeElement.focus();
  }

  /** A click elsewhere takes the focus with it; one on the button closes the list by itself. */
  protected leave({ target }: MouseEvent): void {
    if (!this.face().nativeElement.contains(target as Node)) this.isOpen.set(false);
  }
}
