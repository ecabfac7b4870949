import { Component, DestroyRef, inject, input, signal } from '@angular/core';
import { isModWith } from '../../keys/command-key';
import { listenOnDocument } from '../../keys/listen-on-document';
import { Splitter } from '../splitter';
import { SidebarState } from './sidebar-state';

export const SIDEBAR_WIDTH = { min: 220, initial: 280, max: 420 } as const;

/** The column of sections at the left of an area. Mod+B hides it, its edge sets its width; both are remembered. */
@Component({
  selector: 'dw-sidebar',
  imports: [Splitter],
  template: `
    @if (state.isOpen()) {
      <aside data-dw-region="sidebar" [attr.aria-label]="label()" [style.width.px]="width()"><ng-content /></aside>
      <dw-splitter
        axis="x"
        label="Width of the sidebar"
        storageKey="dw-sidebar-width"
        [(size)]="width"
        [min]="limits.min"
        [max]="limits.max"
        [initial]="limits.initial"
      />
    }
  `,
  styles: `
    :host {
      display: flex;
      flex: none;
      min-height: 0;
    }
    aside {
      display: flex;
      flex-direction: column;
      min-height: 0;
      /* The line over the first section lies outside. */
      margin-top: -1px;
      overflow: hidden;
      /* Painted apart from what is beside it: a key in the editor does not paint these rows again. */
      isolation: isolate;
      background: var(--dw-bg-app);
      animation: dw-appear var(--dw-dur-2) var(--dw-ease-out);
    }
    /* A low window, as at a zoom of 200 %, has no room for every section: they scroll together. */
    @media (height < 540px) {
      aside {
        overflow-y: auto;
      }
    }
    @media (width < 1024px) {
      :host {
        position: absolute;
        inset: 0 auto 0 0;
        z-index: var(--dw-z-popover);
        box-shadow: var(--dw-shadow-3);
      }
    }
  `,
})
export class Sidebar {
  readonly label = input('Sidebar');

  protected readonly state = inject(SidebarState);
  protected readonly limits = SIDEBAR_WIDTH;
  protected readonly width = signal<number>(SIDEBAR_WIDTH.initial);

  constructor() {
    inject(DestroyRef).onDestroy(this.state.announce());
    listenOnDocument('keydown', (event) => this.onKey(event));
  }

  private onKey(event: KeyboardEvent): void {
    if (!isModWith(event, 'b')) return;
    event.preventDefault();
    this.state.toggle();
  }
}
