import type { ElementRef } from '@angular/core';
import { Component, computed, DestroyRef, inject, input, linkedSignal, model, signal, viewChild } from '@angular/core';
import { afterNextRender, effect, untracked } from '@angular/core';
import type { Plan, PlanMeasure, PlanNode } from '#libs/plan';
import { heaviestBy, listNodes, shareBy } from '#libs/plan';
import { IconButton } from '../../../../shared/ui/icon-button';
import { CARD_HEIGHT, CARD_WIDTH, layoutPlan } from '../plan-layout';
import type { PlacedNode } from '../plan-layout';
import { canvasKey } from '../plan-keys';
import { fitted, isSeen, legendSide, moved, MIN_LEGIBLE, opened, shown, zoomed } from '../plan-viewport';
import type { Viewport } from '../plan-viewport';
import { heatOf } from '../plan-words';
import { PlanCard } from './plan-card';
import { PlanDetails } from './plan-details';

/** A pointer that moves less than this has clicked, in pixels. */
const CLICK_WITHIN = 4;

/** The tree of cards: it pans with the pointer and the wheel, zooms, folds, and is walked with the arrows. */
@Component({
  selector: 'dw-plan-canvas',
  imports: [IconButton, PlanCard, PlanDetails],
  templateUrl: './plan-canvas.html',
  styleUrl: './plan-canvas.css',
  host: { '(keydown)': 'key($event)' },
})
export class PlanCanvas {
  readonly plan = input.required<Plan>();
  readonly measure = input.required<PlanMeasure>();
  /** The node that is looked at; null for none. */
  readonly selected = model<number | null>(null);

  private readonly ground = viewChild.required<ElementRef<HTMLElement>>('ground');
  private readonly size = signal({ width: 0, height: 0 });
  protected readonly collapsed = linkedSignal<Plan, ReadonlySet<number>>({
    source: this.plan,
    computation: () => new Set<number>(),
  });
  readonly layout = computed(() => layoutPlan(this.plan().root, this.collapsed()));
  /** One path for all lines of a width: thousands of elements would take longer to make than to draw. */
  protected readonly edges = computed(() => {
    const paths = new Map<number, string>();
    for (const { width, path } of this.layout().edges) paths.set(width, (paths.get(width) ?? '') + path);
    return [...paths].map(([width, path]) => ({ width, path }));
  });
  protected readonly view = linkedSignal<unknown, Viewport>({
    source: () => [this.plan(), this.size().width > 0],
    computation: () => {
      const [layout, size, heaviest] = [untracked(this.layout), untracked(this.size), untracked(this.heaviest)];
      const card = layout.nodes.find(({ node }) => node.id === heaviest?.id);
      return opened(fitted(layout, size, MIN_LEGIBLE), card, size);
    },
  });
  private readonly heaviest = computed(() => heaviestBy(listNodes(this.plan().root), this.measure()));
  protected readonly isDistant = computed(() => this.view().scale < 0.4);
  protected readonly visible = computed(() => {
    const [view, size] = [this.view(), this.size()];
    return this.layout().nodes.filter((placed) => isSeen(placed, view, size));
  });
  protected readonly transform = computed(() => {
    const { x, y, scale } = this.view();
    return `translate(${x}px, ${y}px) scale(${scale})`;
  });
  /** Where it would cover a card, the share stands on the cards alone. */
  protected readonly legendSide = computed(() => legendSide(this.visible(), this.view(), this.size()));
  protected readonly percent = computed(() => `${Math.round(this.view().scale * 100)}%`);
  protected readonly focusable = computed(() => {
    const ids = new Set(this.layout().nodes.map(({ node }) => node.id));
    const selected = this.selected();
    return selected !== null && ids.has(selected) ? selected : this.plan().root.id;
  });
  protected readonly details = computed<PlanNode | null>(() => {
    const selected = this.selected();
    return this.layout().nodes.find(({ node }) => node.id === selected)?.node ?? null;
  });
  protected readonly heats = [0, 1, 2, 3, 4, 5, 6];
  protected readonly heatOf = (node: PlanNode): number => heatOf(shareBy(node, this.measure()));
  private drag: { x: number; y: number; isMoving: boolean } | null = null;

  constructor() {
    const destroyRef = inject(DestroyRef);
    afterNextRender(() => {
      const element = this.ground().nativeElement;
      const measure = (): void => this.size.set({ width: element.clientWidth, height: element.clientHeight });
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      measure();
      destroyRef.onDestroy(() => observer.disconnect());
    });
    // A node that is selected elsewhere (in a table, a suggestion) is brought into view.
    effect(() => {
      const selected = this.selected();
      if (selected !== null) untracked(() => this.bringIntoView(selected));
    });
  }

  /** Shows the whole plan. */
  fit(): void {
    this.view.set(fitted(this.layout(), this.size(), 0));
  }

  protected zoom(factor: number): void {
    const { width, height } = this.size();
    this.view.update((view) => zoomed(view, view.scale * factor, width / 2, height / 2));
  }

  protected wheel(event: WheelEvent): void {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const { left, top } = this.ground().nativeElement.getBoundingClientRect();
    if (event.ctrlKey || event.metaKey) {
      const factor = Math.exp(-event.deltaY * unit * 0.0035);
      this.view.update((view) => zoomed(view, view.scale * factor, event.clientX - left, event.clientY - top));
    } else {
      const [x, y] = event.shiftKey ? [event.deltaY, event.deltaX] : [event.deltaX, event.deltaY];
      this.view.update((view) => moved(view, -x * unit, -y * unit));
    }
  }

  protected press(event: PointerEvent): void {
    if (event.button === 0) this.drag = { x: event.clientX, y: event.clientY, isMoving: false };
  }

  protected pull(event: PointerEvent): void {
    const { drag } = this;
    if (drag === null) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.isMoving && Math.hypot(x, y) < CLICK_WITHIN) return;
    if (!drag.isMoving) this.ground().nativeElement.setPointerCapture(event.pointerId);
    this.drag = { x: event.clientX, y: event.clientY, isMoving: true };
    this.view.update((view) => moved(view, x, y));
  }

  protected release(): void {
    // After the click that follows, which is part of the same movement.
    setTimeout(() => (this.drag = null));
  }

  protected click(placed: PlacedNode): void {
    if (this.drag?.isMoving === true) return;
    this.selected.set(this.selected() === placed.node.id ? null : placed.node.id);
  }

  protected toggle(id: number): void {
    this.collapsed.update((ids) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }

  protected key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = canvasKey(event.key, this.focusable(), this.layout().nodes);
    if (action === null) return;
    if (action.kind === 'close' && this.selected() === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (action.kind === 'go') this.focusOn(action.id);
    else if (action.kind === 'fold') this.toggle(this.focusable());
    else if (action.kind === 'zoom') this.zoom(action.factor);
    else if (action.kind === 'fit') this.fit();
    else this.selected.set(null);
  }

  private focusOn(id: number): void {
    this.selected.set(id);
    this.bringIntoView(id);
    // Once it is drawn.
    setTimeout(() => this.ground().nativeElement.querySelector<HTMLElement>(`#plan-node-${id}`)?.focus());
  }

  private bringIntoView(id: number): void {
    if (!this.layout().nodes.some(({ node }) => node.id === id)) this.collapsed.set(new Set());
    const placed = this.layout().nodes.find(({ node }) => node.id === id);
    if (placed) this.view.update((view) => shown(view, placed, this.size()));
  }

  protected readonly cardWidth = CARD_WIDTH;
  protected readonly cardHeight = CARD_HEIGHT;
}
