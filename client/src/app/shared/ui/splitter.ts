import { Component, computed, effect, input, model, untracked } from '@angular/core';
import { isFiniteNumber, readStored, writeStored } from '../storage/stored-signal';

const STEP_PX = 16;
const LARGE_STEP_PX = 64;

/**
 * The edge between two regions: drag it, or focus it and use arrows (Shift for larger steps), Home and End. A double
 * click brings the first size back. `size` is the extent in pixels of the region before the edge, or after it when
 * `isReversed`.
 */
@Component({
  selector: 'dw-splitter',
  template: '',
  styles: `
    :host {
      position: relative;
      z-index: var(--dw-z-splitter);
      flex: none;
      touch-action: none;
      background: transparent;
      transition: background var(--dw-dur-1);
    }
    :host([data-axis='x']) {
      width: 5px;
      margin: 0 -2px 0 -3px;
      cursor: col-resize;
    }
    :host([data-axis='y']) {
      height: 5px;
      margin: -2px 0;
      cursor: row-resize;
    }
    :host::after {
      content: '';
      position: absolute;
      background: var(--dw-line-2);
    }
    :host([data-axis='x'])::after {
      inset: 0 2px 0 auto;
      width: 1px;
    }
    :host([data-axis='y'])::after {
      inset: 2px 0 auto;
      height: 1px;
    }
    :host(:hover)::after,
    :host(:active)::after {
      background: var(--dw-accent);
    }
    :host(:focus-visible) {
      border-radius: 0;
      box-shadow: none;
    }
    :host([data-axis='x']:focus-visible)::after {
      inset: 0 1px 0 auto;
      width: 3px;
      background: var(--dw-focus);
    }
    :host([data-axis='y']:focus-visible)::after {
      inset: 1px 0 auto;
      height: 3px;
      background: var(--dw-focus);
    }
  `,
  host: {
    role: 'separator',
    tabindex: '0',
    '[attr.data-axis]': 'axis()',
    '[attr.aria-label]': 'label()',
    '[attr.aria-orientation]': "axis() === 'x' ? 'vertical' : 'horizontal'",
    '[attr.aria-valuenow]': 'rounded()',
    '[attr.aria-valuemin]': 'min()',
    '[attr.aria-valuemax]': 'max()',
    '(pointerdown)': 'grab($event)',
    '(pointermove)': 'drag($event)',
    '(pointerup)': 'drop()',
    '(pointercancel)': 'drop()',
    '(dblclick)': 'reset()',
    '(keydown)': 'onKey($event)',
  },
})
export class Splitter {
  /** The direction it moves in. */
  readonly axis = input<'x' | 'y'>('x');
  readonly label = input.required<string>();
  readonly size = model.required<number>();
  readonly min = input(0);
  readonly max = input(Number.MAX_SAFE_INTEGER);
  /** The size that a double click brings back. */
  readonly initial = input<number | null>(null);
  readonly isReversed = input(false);
  /** Remembers the size in this browser. */
  readonly storageKey = input<string | null>(null);

  protected readonly rounded = computed(() => Math.round(this.size()));
  private grabbedAt: { pointer: number; size: number } | null = null;

  constructor() {
    effect(() => {
      const key = this.storageKey();
      if (key === null) return;
      const current = untracked(this.size);
      this.resize(readStored(key, current, isFiniteNumber));
    });
  }

  protected grab(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.preventDefault();
    const host = event.currentTarget as HTMLElement;
    host.setPointerCapture(event.pointerId);
    host.focus({ preventScroll: true });
    this.grabbedAt = { pointer: this.along(event), size: this.size() };
  }

  protected drag(event: PointerEvent): void {
    if (!this.grabbedAt) return;
    const moved = this.along(event) - this.grabbedAt.pointer;
    this.resize(this.grabbedAt.size + (this.isReversed() ? -moved : moved));
  }

  protected drop(): void {
    if (!this.grabbedAt) return;
    this.grabbedAt = null;
    this.remember();
  }

  protected reset(): void {
    const initial = this.initial();
    if (initial === null) return;
    this.resize(initial);
    this.remember();
  }

  protected onKey(event: KeyboardEvent): void {
    const [back, forth] = this.axis() === 'x' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const step = (event.shiftKey ? LARGE_STEP_PX : STEP_PX) * (this.isReversed() ? -1 : 1);
    const targets: Record<string, number> = {
      [back]: this.size() - step,
      [forth]: this.size() + step,
      Home: this.min(),
      End: this.max(),
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    this.resize(target);
    this.remember();
  }

  private along(event: PointerEvent): number {
    return this.axis() === 'x' ? event.clientX : event.clientY;
  }

  private resize(size: number): void {
    this.size.set(Math.min(this.max(), Math.max(this.min(), size)));
  }

  private remember(): void {
    const key = this.storageKey();
    if (key !== null) writeStored(key, this.size());
  }
}
