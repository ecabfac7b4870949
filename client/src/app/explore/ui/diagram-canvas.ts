import { Component, computed, effect, ElementRef, inject, input, output, signal, untracked } from '@angular/core';
import type { OnDestroy } from '@angular/core';
import { cardPosition, centreOn, fitView, moveCards, nextCard, visiblePart, zoomAt } from '#libs/diagram';
import type { CardPositions, Diagram, DiagramCard, Direction, Point, Size, View } from '#libs/diagram';
import type { SchemaMark } from '../../shared/schema-marks/schema-marks';
import { Icon } from '../../shared/ui/icon/icon';
import { DiagramMinimap } from './diagram-minimap';
import { DiagramScene, cardId } from './diagram-scene';
import type { SceneDetail } from './diagram-scene';

const STEP = 1.25;
/** The part that is drawn grows in steps of so many pixels of the screen, so that most frames of a pan draw nothing new. */
const TILE_PX = 400;
/** A pointer that moved further than this pans; a click chooses. */
const CLICK_PX = 4;

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** By how many pixels an arrow key moves a card. */
const NUDGE_PX = 20;
const NUDGES: Readonly<Record<string, Point>> = {
  ArrowLeft: [-NUDGE_PX, 0],
  ArrowRight: [NUDGE_PX, 0],
  ArrowUp: [0, -NUDGE_PX],
  ArrowDown: [0, NUDGE_PX],
};

/** Shows a diagram with pan and zoom. Arrow keys lead from card to card, Enter opens one. */
@Component({
  selector: 'dw-diagram-canvas',
  imports: [DiagramMinimap, DiagramScene, Icon],
  templateUrl: './diagram-canvas.html',
  styleUrl: './diagram-canvas.css',
})
export class DiagramCanvas implements OnDestroy {
  readonly diagram = input.required<Diagram>();
  readonly opened = input.required<string | null>();
  readonly found = input.required<ReadonlySet<string>>();
  readonly colours = input.required<ReadonlyMap<string, string>>();
  readonly marks = input.required<ReadonlyMap<string, SchemaMark>>();
  readonly counts = input<ReadonlyMap<string, string>>(new Map());
  readonly label = input('Tables of the diagram');
  /** Prefix of element ids, unique on the page. */
  readonly name = input('diagram');
  /** Where cards stand that were moved by hand. */
  readonly positions = input<CardPositions>(new Map());
  /** Whether a small map of the whole is shown where not all is in view. */
  readonly isMapped = input(false);
  /** Whether cards can be moved by hand. */
  readonly isMovable = input(false);
  readonly chosen = output<DiagramCard>();
  /** A card was moved to a place. */
  readonly cardMoved = output<{ readonly key: string; readonly position: Point }>();

  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  protected readonly screen = signal<Size>({ width: 0, height: 0 }, { equal: isSameSize });
  private readonly moved = signal<View | null>(null);
  private readonly observer = new ResizeObserver(() => this.measure());
  private drag: { x: number; y: number; view: View; card: DiagramCard | null } | null = null;
  /** The card that is on its way, and where it is. */
  private readonly carried = signal<{ readonly key: string; readonly position: Point } | null>(null);
  protected readonly placed = computed(() => moveCards(this.diagram(), this.positions()));
  private readonly drawn = computed(() => {
    const carried = this.carried();
    if (carried === null) return this.placed();
    return moveCards(this.diagram(), new Map([...this.positions(), [carried.key, carried.position]]));
  });
  private hasPanned = false;

  protected readonly active = signal<string | null>(null);
  protected readonly view = computed(() => this.moved() ?? fitView(this.placed(), this.screen()));
  protected readonly isPanning = signal(false);
  protected readonly transform = computed(() => {
    const { x, y, zoom } = this.view();
    return `scale(${zoom}) translate(${-x}px, ${-y}px)`;
  });
  protected readonly percent = computed(() => Math.round(this.view().zoom * 100));
  protected readonly hasMap = computed(() => {
    const [{ x, y, zoom }, { width, height }, whole] = [this.view(), this.screen(), this.placed()];
    const isWhole = x <= 0 && y <= 0 && x + width / zoom >= whole.width && y + height / zoom >= whole.height;
    return this.isMapped() && width > 0 && !isWhole;
  });
  protected readonly detail = computed((): SceneDetail => {
    const { zoom } = this.view();
    if (zoom < 0.2) return 'boxes';
    return zoom < 0.5 ? 'names' : 'columns';
  });
  private readonly tile = computed(() => tileOf(this.view(), this.screen()), { equal: isSameTile });
  protected readonly visible = computed(() => {
    const { view, screen } = this.tile();
    const { cards, edges } = visiblePart(this.drawn(), view, screen);
    // Assistive technology follows the active card even while it is out of view.
    const active = this.drawn().cards.find(({ key }) => key === this.active());
    return { cards: active && !cards.includes(active) ? [...cards, active] : cards, edges };
  });
  protected readonly activeId = computed(() => {
    const key = this.active();
    return key !== null && this.placed().cards.some((card) => card.key === key) ? cardId(key, this.name()) : null;
  });

  constructor() {
    this.observer.observe(this.host);
    effect(() => {
      this.diagram();
      untracked(() => this.fit());
    });
  }

  ngOnDestroy(): void {
    this.observer.disconnect();
  }

  /** Brings a card to the middle and makes it the active one. */
  show(key: string): void {
    const card = this.placed().cards.find((one) => one.key === key);
    if (!card) return;
    this.active.set(key);
    this.moved.set(centreOn(card, this.view(), this.screen()));
  }

  protected fit(): void {
    this.moved.set(null);
  }

  /** Brings a point of the diagram to the middle. */
  protected centre([x, y]: Point): void {
    const [{ zoom }, { width, height }] = [this.view(), this.screen()];
    this.moved.set({ x: x - width / zoom / 2, y: y - height / zoom / 2, zoom });
  }

  protected zoom(factor: number): void {
    const { width, height } = this.screen();
    this.moved.set(zoomAt(this.view(), factor, { x: width / 2, y: height / 2 }));
  }

  protected zoomIn(): void {
    this.zoom(STEP);
  }

  protected zoomOut(): void {
    this.zoom(1 / STEP);
  }

  protected onWheel(event: WheelEvent): void {
    event.preventDefault();
    const { left, top } = this.host.getBoundingClientRect();
    const factor = Math.exp(-Math.max(-200, Math.min(200, event.deltaY)) / 400);
    this.moved.set(zoomAt(this.view(), factor, { x: event.clientX - left, y: event.clientY - top }));
  }

  protected onDown(event: PointerEvent): void {
    this.hasPanned = false;
    if (event.button !== 0) return;
    this.drag = { x: event.clientX, y: event.clientY, view: this.view(), card: this.cardUnder(event.target) };
  }

  protected onMove(event: PointerEvent): void {
    if (!this.drag) return;
    const [dx, dy] = [event.clientX - this.drag.x, event.clientY - this.drag.y];
    if (!this.isPanning() && Math.hypot(dx, dy) < CLICK_PX) return;
    if (!this.isPanning()) (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    this.isPanning.set(true);
    this.hasPanned = true;
    const { view, card } = this.drag;
    if (card) this.carried.set({ key: card.key, position: placeOf(card, dx / view.zoom, dy / view.zoom) });
    else this.moved.set({ ...view, x: view.x - dx / view.zoom, y: view.y - dy / view.zoom });
  }

  /** Ends a drag; a card that was carried stays where it is, unless the drag was cancelled. */
  protected onUp(isDone = true): void {
    const carried = this.carried();
    this.drag = null;
    this.carried.set(null);
    this.isPanning.set(false);
    if (!carried || !isDone) return;
    this.active.set(carried.key);
    this.cardMoved.emit(carried);
  }

  protected choose(card: DiagramCard): void {
    if (this.hasPanned) return;
    this.active.set(card.key);
    this.chosen.emit(card);
  }

  protected onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isUsed = event.shiftKey && this.isMovable() ? this.nudge(event.key) : this.press(event.key);
    if (!isUsed) return;
    event.preventDefault();
  }

  private cardUnder(target: EventTarget | null): DiagramCard | null {
    if (!this.isMovable() || !(target instanceof Element)) return null;
    const key = target.closest('[data-key]')?.getAttribute('data-key');
    return this.placed().cards.find((card) => card.key === key) ?? null;
  }

  /** Moves the active card a little; true for an arrow key. */
  private nudge(key: string): boolean {
    const [dx, dy] = NUDGES[key] ?? [0, 0];
    const card = this.placed().cards.find((one) => one.key === this.active());
    if (!(key in NUDGES)) return this.press(key);
    if (card) this.cardMoved.emit({ key: card.key, position: placeOf(card, dx, dy) });
    return true;
  }

  private press(key: string): boolean {
    const direction = ARROWS[key];
    if (direction) this.move(direction);
    else if (key === '+' || key === '=') this.zoomIn();
    else if (key === '-') this.zoomOut();
    else if (key === '0') this.fit();
    else if (key === 'Enter') this.openActive();
    else return false;
    return true;
  }

  private move(direction: Direction): void {
    const start = this.active() ?? this.opened() ?? '';
    const next = nextCard(this.placed(), start, direction);
    if (next) this.show(next.key);
  }

  private openActive(): void {
    const card = this.placed().cards.find(({ key }) => key === this.active());
    if (card) this.chosen.emit(card);
  }

  private measure(): void {
    this.screen.set({ width: this.host.clientWidth, height: this.host.clientHeight });
  }
}

function placeOf({ x, y }: DiagramCard, dx: number, dy: number): Point {
  return cardPosition([x + dx, y + dy]);
}

function isSameSize(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height;
}

/** The part of the diagram to draw: what is in view, and up to a tile around it. */
function tileOf({ x, y, zoom }: View, { width, height }: Size): { view: View; screen: Size } {
  const step = TILE_PX / zoom;
  const view = { x: (Math.floor(x / step) - 1) * step, y: (Math.floor(y / step) - 1) * step, zoom };
  return { view, screen: { width: width + 3 * TILE_PX, height: height + 3 * TILE_PX } };
}

function isSameTile(a: { view: View; screen: Size }, b: { view: View; screen: Size }): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
