import { Component, computed, input, linkedSignal } from '@angular/core';
import { isBoolean, readStored, writeStored } from '../../storage/stored-signal';
import { Icon } from '../icon/icon';

/** A part of the sidebar under a head that folds it. Whether it is folded is remembered under its key. */
@Component({
  selector: 'dw-sidebar-section',
  imports: [Icon],
  template: `
    <div class="head">
      <h2>
        <button type="button" [attr.aria-expanded]="isOpen()" [attr.aria-controls]="contentId()" (click)="toggle()">
          <dw-icon [name]="isOpen() ? 'chevron-down' : 'chevron-right'" [size]="12" />
          <span class="name">{{ heading() }}</span>
          @if (hint()) {
            <span class="hint dw-clip">{{ hint() }}</span>
          }
        </button>
      </h2>
      @if (isOpen()) {
        <ng-content select="[dwSectionActions]" />
      }
    </div>
    <div class="content" [id]="contentId()" [hidden]="!isOpen()"><ng-content /></div>
  `,
  styles: `
    :host {
      display: flex;
      flex: 0 1 auto;
      flex-direction: column;
      min-height: 33px;
      border-top: 1px solid var(--dw-line-1);
    }
    /* A deferred block is in the page a moment before its texts are. */
    :host(:not(.drawn)) {
      display: none;
    }
    /* Of low specificity: a section may set its own limit. */
    :host(.open) {
      max-height: 40%;
    }
    :host(.open.growing) {
      flex: 1 1 0;
      max-height: none;
      min-height: min(232px, 34%);
    }
    @media (height < 540px) {
      :host(.open),
      :host(.open.growing) {
        flex: none;
        min-height: 33px;
        max-height: 200px;
      }
      :host(.open.growing) {
        height: 200px;
      }
    }
    .head {
      display: flex;
      flex: none;
      align-items: center;
      gap: 2px;
      height: 32px;
      padding-right: var(--dw-space-2);
      color: var(--dw-text-1);
    }
    h2 {
      flex: 1;
      min-width: 0;
    }
    h2 > button {
      display: flex;
      align-items: center;
      gap: var(--dw-space-1);
      width: 100%;
      height: 24px;
      padding: 0 var(--dw-space-1) 0 var(--dw-space-2);
      border: 0;
      background: none;
      font: 600 var(--dw-text-dense) / var(--dw-lh-dense) var(--dw-font-ui);
      text-align: left;
    }
    h2 > button:focus-visible {
      box-shadow: var(--dw-focus-ring-inset);
    }
    dw-icon,
    .hint {
      color: var(--dw-text-3);
    }
    .hint {
      font-weight: var(--dw-weight-regular);
    }
    .content {
      flex: 1 1 auto;
      min-height: 0;
      overflow: auto;
      overscroll-behavior: contain;
    }
  `,
  host: { '[class.drawn]': 'true', '[class.open]': 'isOpen()', '[class.growing]': 'isGrowing()' },
})
export class SidebarSection {
  /** Names the section in this browser's memory and in the page. */
  readonly key = input.required<string>();
  readonly heading = input.required<string>();
  /** Said in grey beside the heading: what the section is about just now. */
  readonly hint = input('');
  /** Takes the height that the other sections leave. */
  readonly isGrowing = input(false);

  protected readonly contentId = computed(() => `dw-section-${this.key()}`);
  private readonly storageKey = computed(() => `dw-section-open-${this.key()}`);
  readonly isOpen = linkedSignal(() => readStored(this.storageKey(), true, isBoolean));

  /** Folds the section, or unfolds it. */
  toggle(): void {
    this.isOpen.update((isOpen) => !isOpen);
    writeStored(this.storageKey(), this.isOpen());
  }
}
