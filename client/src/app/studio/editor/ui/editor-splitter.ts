import { Component, ElementRef, inject, input, output } from '@angular/core';

const STEP = 2;
const LARGE_STEP = 10;

/** The bar between editor and result: drag it, move it with the arrow keys, double click evens both sides. */
@Component({
  selector: 'dw-editor-splitter',
  template: '',
  host: {
    role: 'separator',
    tabindex: '0',
    'aria-orientation': 'horizontal',
    'aria-label': 'Height of the editor',
    '[attr.aria-valuenow]': 'share()',
    '[attr.aria-valuemin]': 'min()',
    '[attr.aria-valuemax]': 'max()',
    '(pointerdown)': 'grab($event)',
    '(pointermove)': 'drag($event)',
    '(dblclick)': 'shareChange.emit(50)',
    '(keydown)': 'press($event)',
  },
  styles: `
    :host {
      display: block;
      position: relative;
      z-index: var(--dw-z-splitter);
      flex: none;
      height: 5px;
      margin-bottom: -4px;
      border-top: 1px solid var(--dw-line-2);
      cursor: row-resize;
      touch-action: none;
      outline: none;
    }
    :host::after {
      content: '';
      position: absolute;
      left: 50%;
      top: 0;
      width: 32px;
      height: 2px;
      margin-left: -16px;
      background: var(--dw-line-3);
      border-radius: 0 0 2px 2px;
    }
    :host(:hover),
    :host(:active) {
      border-top-color: var(--dw-accent-line);
    }
    :host(:hover)::after,
    :host(:active)::after {
      background: var(--dw-accent);
    }
    :host(:focus-visible) {
      border-top-color: var(--dw-focus);
      box-shadow: inset 0 2px 0 var(--dw-focus);
    }
  `,
})
export class EditorSplitter {
  /** The upper part's share of the height, in percent. */
  readonly share = input.required<number>();
  readonly min = input(10);
  readonly max = input(90);
  readonly shareChange = output<number>();

  private readonly element = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;

  protected grab(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.preventDefault();
    this.element.focus({ preventScroll: true });
    this.element.setPointerCapture(event.pointerId);
  }

  protected drag(event: PointerEvent): void {
    const region = this.element.parentElement;
    if (!region || !this.element.hasPointerCapture(event.pointerId)) return;
    const { top, height } = region.getBoundingClientRect();
    this.resize(((event.clientY - top) / height) * 100);
  }

  protected press(event: KeyboardEvent): void {
    const step = event.shiftKey ? LARGE_STEP : STEP;
    const moves: Partial<Record<string, number>> = {
      ArrowUp: this.share() - step,
      ArrowDown: this.share() + step,
      Home: this.min(),
      End: this.max(),
      Enter: 50,
    };
    const share = moves[event.key];
    if (share === undefined) return;
    event.preventDefault();
    this.resize(share);
  }

  private resize(share: number): void {
    const rounded = Math.round(Math.min(Math.max(share, this.min()), this.max()));
    if (rounded !== this.share()) this.shareChange.emit(rounded);
  }
}
