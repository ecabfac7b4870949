import { Component, computed, input, output } from '@angular/core';
import { CARD, cardHead, cardTexts, edgePath, fitText, SLOT } from '#libs/diagram';
import type { DiagramCard, DiagramEdge } from '#libs/diagram';
import type { SchemaMark } from '../../shared/schema-marks/schema-marks';
import { ICONS } from '../../shared/ui/icon/icons';

/** How much of a card can be read at a zoom. */
export type SceneDetail = 'columns' | 'names' | 'boxes';

/** The marks of keys, as the schema tree has them. */
export const KEY_ICONS = { primary: ICONS['key-round'], foreign: ICONS['link-2'] } as const;

/** Characters of a large name that fit into a card. */
const LARGE_FITS = 13;

/** The cards and edges that are in view, in coordinates of the diagram. */
@Component({
  selector: 'dw-diagram-scene',
  template: `
    <svg width="1" height="1" role="presentation">
      <g role="presentation" aria-hidden="true">
        @for (edge of edges(); track edge.id) {
          <path class="edge" [class.stub]="edge.to === null" [class.lit]="isLit(edge)" [attr.d]="path(edge)">
            <title>{{ edge.label }}</title>
          </path>
        }
      </g>
      @for (card of cards(); track card.key) {
        @let mark = marks().get(card.key);
        @let count = counts().get(card.key) ?? '';
        @let texts = textsOf(card, count.length + (mark ? 3 : 0));
        <g
          role="option"
          class="card"
          [id]="idOf(card.key, name())"
          [attr.data-key]="card.key"
          [attr.aria-label]="labelOf(card, mark)"
          [attr.aria-selected]="card.key === opened()"
          [class.active]="card.key === active()"
          [class.opened]="card.key === opened()"
          [class.found]="found().has(card.key)"
          [class.aside]="isAside(card.key)"
          [attr.data-mark]="mark?.kind ?? null"
          [attr.transform]="'translate(' + card.x + ' ' + card.y + ')'"
          (click)="chosen.emit(card)"
        >
          <title>{{ card.schema }}.{{ card.name }}{{ mark ? ': ' + mark.words : '' }}</title>
          <rect class="box" rx="6" [attr.width]="card.width" [attr.height]="card.height" />
          <path
            class="head"
            [class.whole]="detail() === 'boxes'"
            [attr.d]="headPath(card.width, detail() === 'columns' ? headHeight : card.height)"
            [style.fill]="colours().get(card.schema) ?? null"
          />
          @if (detail() === 'names') {
            <text class="large" x="8" y="34" role="presentation">{{ shortName(card.name) }}</text>
          } @else if (detail() === 'columns') {
            @for (top of litTops(card); track top) {
              <rect class="end" x="1" [attr.y]="top" [attr.width]="card.width - 2" [attr.height]="lineHeight" />
            }
            <text class="title" x="8" y="19" role="presentation">{{ texts.title }}</text>
            <text class="type" y="19" role="presentation" [attr.x]="card.width - (mark ? 28 : 8)">{{ count }}</text>
            @for (line of texts.lines; track $index) {
              @if (line.key; as key) {
                <path
                  class="slot"
                  [attr.d]="keyIcons[key]"
                  [attr.transform]="'translate(' + slot.key + ' ' + (line.y - 10) + ') scale(.5)'"
                />
              }
              <text role="presentation" [class.key]="line.isKey" [attr.x]="slot.name" [attr.y]="line.y">
                {{ line.name }}
              </text>
              <text class="type" role="presentation" [attr.x]="card.width - 8" [attr.y]="line.y">{{ line.type }}</text>
            }
            @if (texts.more; as more) {
              <text class="quiet" [attr.x]="slot.name" role="presentation" [attr.y]="more.y">{{ more.text }}</text>
            }
          }
          @if (mark) {
            <path
              class="mark"
              [attr.d]="icon(mark)"
              [attr.transform]="'translate(' + (card.width - 22) + ' 9) scale(.6)'"
            />
          }
        </g>
      }
    </svg>
  `,
  styleUrl: './diagram-scene.css',
})
export class DiagramScene {
  readonly cards = input.required<readonly DiagramCard[]>();
  readonly edges = input.required<readonly DiagramEdge[]>();
  readonly detail = input.required<SceneDetail>();
  /** The card that arrow keys have reached. */
  readonly active = input.required<string | null>();
  /** The card whose table is open beside the diagram. */
  readonly opened = input.required<string | null>();
  readonly found = input.required<ReadonlySet<string>>();
  readonly colours = input.required<ReadonlyMap<string, string>>();
  readonly marks = input.required<ReadonlyMap<string, SchemaMark>>();
  /** The number of rows of a table in a few characters. */
  readonly counts = input.required<ReadonlyMap<string, string>>();
  /** Prefix of element ids, unique on the page. */
  readonly name = input('diagram');
  readonly chosen = output<DiagramCard>();

  protected readonly idOf = cardId;
  protected readonly path = edgePath;
  protected readonly textsOf = cardTexts;
  protected readonly headPath = cardHead;
  protected readonly headHeight = CARD.head;
  protected readonly lineHeight = CARD.line;
  protected readonly slot = SLOT;
  protected readonly keyIcons = KEY_ICONS;
  /** Where the edges of the open card end, by card, in pixels from the top of the diagram. */
  private readonly litEnds = computed(() => {
    const rows = new Map<string, number[]>();
    for (const { from, to, points } of this.edges().filter((edge) => this.touchesOpened(edge))) {
      const ends = [[from, points.at(0)?.[1]] as const, [to, points.at(-1)?.[1]] as const];
      for (const [key, y] of ends) {
        if (key === null || y === undefined) continue;
        const known = rows.get(key) ?? [];
        rows.set(key, [...known, y]);
      }
    }
    return rows;
  });

  protected isLit(edge: DiagramEdge): boolean {
    return edge.from === this.active() || edge.to === this.active() || this.touchesOpened(edge);
  }

  /** Whether a table has nothing to do with the open one. */
  protected isAside(key: string): boolean {
    const opened = this.opened();
    return opened !== null && key !== opened && key !== this.active() && !this.litEnds().has(key);
  }

  /** The upper edges of the rows where edges of the open card end; edges to one row end beside each other. */
  protected litTops(card: DiagramCard): number[] {
    const rows = (this.litEnds().get(card.key) ?? []).map((y) => Math.floor((y - card.y - CARD.head) / CARD.line));
    return [...new Set(rows)].map((row) => CARD.head + row * CARD.line);
  }

  private touchesOpened({ from, to }: DiagramEdge): boolean {
    const opened = this.opened();
    return opened !== null && (from === opened || to === opened);
  }

  protected shortName(name: string): string {
    return fitText(name, LARGE_FITS);
  }

  protected icon(mark: SchemaMark): string {
    return ICONS[mark.icon];
  }

  protected labelOf(card: DiagramCard, mark: SchemaMark | undefined): string {
    return `Table ${card.schema}.${card.name}${mark ? `, ${mark.words}` : ''}`;
  }
}

/** The id of a card's element: without spaces, which separate ids in attributes. */
export function cardId(key: string, diagram: string): string {
  return `${diagram}-card-${encodeURIComponent(key)}`;
}
