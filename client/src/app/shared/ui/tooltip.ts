import { AriaDescriber } from '@angular/cdk/a11y';
import { createFlexibleConnectedPositionStrategy, createOverlayRef } from '@angular/cdk/overlay';
import type { ConnectedPosition, OverlayRef } from '@angular/cdk/overlay';
import { ComponentPortal } from '@angular/cdk/portal';
import {
  Component,
  computed,
  DestroyRef,
  Directive,
  effect,
  ElementRef,
  inject,
  Injector,
  input,
  model,
  signal,
} from '@angular/core';
import { keySequence } from '../keys/key-names';

const DELAY_MS = 400;
/** Within this time after one tooltip the next one shows at once. */
const WARM_MS = 300;

/** A bar without room folds the words of its controls to this width; assistive technology still reads them. */
const FOLDED_PX = 1;

let lastHiddenAt = Number.NEGATIVE_INFINITY;

@Component({
  selector: 'dw-tooltip-panel',
  template: `
    <span>{{ text() }}</span>
    @for (key of keys(); track $index) {
      <kbd class="dw-kbd">{{ key }}</kbd>
    }
  `,
  host: { class: 'dw-tooltip', 'aria-hidden': 'true' },
})
export class TooltipPanel {
  readonly text = signal('');
  readonly keys = signal<readonly string[]>([]);
}

const ABOVE: ConnectedPosition = {
  originX: 'center',
  originY: 'top',
  overlayX: 'center',
  overlayY: 'bottom',
  offsetY: -6,
};
const BELOW: ConnectedPosition = {
  originX: 'center',
  originY: 'bottom',
  overlayX: 'center',
  overlayY: 'top',
  offsetY: 6,
};
const RIGHT: ConnectedPosition = {
  originX: 'end',
  originY: 'center',
  overlayX: 'start',
  overlayY: 'center',
  offsetX: 8,
};
const POSITIONS = { below: [BELOW, ABOVE, RIGHT], above: [ABOVE, BELOW, RIGHT], right: [RIGHT, BELOW, ABOVE] };

/**
 * Shows more about a control on hover and keyboard focus, and teaches its key. It also becomes the control's
 * description for assistive technology; the name stays the business of the text or `aria-label`.
 */
@Directive({
  selector: '[dwTooltip]',
  host: {
    '(pointerenter)': 'onPointerEnter($event)',
    '(pointerleave)': 'hide()',
    '(pointerdown)': 'hide()',
    '(focus)': 'onFocus()',
    '(blur)': 'hide()',
    '(keydown.escape)': 'hide()',
    '(contextmenu)': 'hide()',
  },
})
export class Tooltip {
  readonly text = input<string | null>(null, { alias: 'dwTooltip' });
  /** The name of the control, shown where there is no text and the control does not show it; it needs no description. */
  readonly name = model<string | null>(null, { alias: 'dwTooltipName' });
  /** A key combination or sequence to teach: `Mod+Enter`, `G S`. */
  readonly keys = input('', { alias: 'dwTooltipKeys' });
  readonly side = input<keyof typeof POSITIONS>('below', { alias: 'dwTooltipSide' });

  private readonly shown = computed(() => this.text() ?? this.name());
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly injector = inject(Injector);
  private readonly describer = inject(AriaDescriber);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private overlay: OverlayRef | null = null;

  constructor() {
    effect((onCleanup) => {
      const text = this.shown();
      if (!text) this.hide();
      if (!text || text === this.name()) return;
      this.describer.describe(this.host, text);
      onCleanup(() => this.describer.removeDescription(this.host, text));
    });
    inject(DestroyRef).onDestroy(() => this.hide());
  }

  protected onPointerEnter(event: PointerEvent): void {
    if (event.pointerType !== 'touch') this.schedule();
  }

  protected onFocus(): void {
    if (this.host.matches(':focus-visible')) this.schedule();
  }

  protected hide(): void {
    clearTimeout(this.timer);
    if (!this.overlay) return;
    this.overlay.dispose();
    this.overlay = null;
    lastHiddenAt = performance.now();
  }

  private schedule(): void {
    clearTimeout(this.timer);
    const isWarm = performance.now() - lastHiddenAt < WARM_MS;
    this.timer = setTimeout(() => this.show(), isWarm ? 0 : DELAY_MS);
  }

  /** True while a menu is open elsewhere, which suppresses tooltips. */
  private isUnderMenu(): boolean {
    return this.host.closest('.dw-menu') === null && this.host.ownerDocument.querySelector('.dw-menu') !== null;
  }

  private isInSight(text: string): boolean {
    const parts = [...this.host.querySelectorAll<HTMLElement>('*')];
    return parts.some(({ textContent, offsetWidth }) => textContent.trim() === text && offsetWidth > FOLDED_PX);
  }

  private show(): void {
    const text = this.shown();
    if (!text || this.overlay || !this.host.isConnected || this.isUnderMenu()) return;
    if (text === this.name() && this.isInSight(text)) return;
    const positionStrategy = createFlexibleConnectedPositionStrategy(this.injector, this.host)
      .withPositions(POSITIONS[this.side()])
      .withViewportMargin(4)
      .withPush(true);
    this.overlay = createOverlayRef(this.injector, { positionStrategy });
    const panel = this.overlay.attach(new ComponentPortal(TooltipPanel, null, this.injector)).instance;
    panel.text.set(text);
    panel.keys.set(keySequence(this.keys()));
  }
}
