import { Component, computed, input, output } from '@angular/core';
import type { Diagram, Point, Size, View } from '#libs/diagram';

/** The most that the map takes, in pixels. */
const MOST: Size = { width: 180, height: 120 };

/** The whole diagram in small, with the part in view; a click or a drag brings another part into view. */
@Component({
  selector: 'dw-diagram-minimap',
  template: `
    <svg
      aria-hidden="true"
      [attr.width]="size().width"
      [attr.height]="size().height"
      [attr.viewBox]="'0 0 ' + diagram().width + ' ' + diagram().height"
      (pointerdown)="start($event)"
      (pointermove)="isHeld = isHeld && $event.buttons === 1; isHeld && pick($event)"
    >
      <path class="cards" [attr.d]="cards()" />
      <rect
        class="view"
        vector-effect="non-scaling-stroke"
        [attr.x]="view().x"
        [attr.y]="view().y"
        [attr.width]="screen().width / view().zoom"
        [attr.height]="screen().height / view().zoom"
      />
    </svg>
  `,
  styles: `
    :host {
      display: block;
      overflow: hidden;
      border: 1px solid var(--dw-line-2);
      border-radius: var(--dw-radius-2);
      background: var(--dw-bg-panel);
      line-height: 0;
    }
    svg {
      cursor: pointer;
      touch-action: none;
    }
    .cards {
      fill: var(--dw-line-3);
    }
    .view {
      fill: color-mix(in srgb, var(--dw-accent) 12%, transparent);
      stroke: var(--dw-accent);
      stroke-width: 1.5px;
    }
  `,
})
export class DiagramMinimap {
  readonly diagram = input.required<Diagram>();
  readonly view = input.required<View>();
  readonly screen = input.required<Size>();
  /** The point of the diagram that is to be in the middle. */
  readonly picked = output<Point>();

  protected isHeld = false;
  private readonly scale = computed(() => {
    const { width, height } = this.diagram();
    return Math.min(MOST.width / Math.max(1, width), MOST.height / Math.max(1, height));
  });
  protected readonly size = computed((): Size => {
    const { width, height } = this.diagram();
    return { width: width * this.scale(), height: height * this.scale() };
  });
  /** One path, since there may be a thousand of them. */
  protected readonly cards = computed(() =>
    this.diagram()
      .cards.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`)
      .join(''),
  );

  protected start(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.isHeld = true;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.pick(event);
  }

  protected pick({ offsetX, offsetY }: PointerEvent): void {
    this.picked.emit([offsetX / this.scale(), offsetY / this.scale()]);
  }
}
