import { Component, input, output } from '@angular/core';
import { CARD, cardHead, cardTexts, edgePath, fitText } from '#libs/diagram';
import type { DiagramCard, DiagramEdge } from '#libs/diagram';
import type { SchemaMark } from '../../shared/schema-marks/schema-marks';
import { ICONS } from '../../shared/ui/icon/icons';

/** How much of a card can be read at a zoom. */
export type SceneDetail = 'columns' | 'names' | 'boxes';

/** Characters of a large name that fit into a card. */
const LARGE_FITS = 13;

/** The cards and edges that are in view, in coordinates of the diagram. */
@Component({
  selector: 'dw-diagram-scene',
  template: `
    <svg width="1" height="1" role="presentation">
      <g role="presentation" aria-hidden="true">
        @for (edge of edges(); track edge.id) {
          <path
            class="edge"
            [class.stub]="edge.to === null"
            [class.lit]="edge.from === active() || edge.to === active()"
            [attr.d]="path(edge)"
          >
            <title>{{ edge.label }}</title>
          </path>
        }
      </g>
      @for (card of cards(); track card.key) {
        @let mark = marks().get(card.key);
        @let texts = textsOf(card);
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
            <text class="title" x="8" y="19" role="presentation">{{ texts.title }}</text>
            @for (line of texts.lines; track $index) {
              <text x="8" role="presentation" [class.key]="line.isKey" [attr.y]="line.y">{{ line.name }}</text>
              <text class="type" role="presentation" [attr.x]="card.width - 8" [attr.y]="line.y">{{ line.type }}</text>
            }
            @if (texts.more; as more) {
              <text class="quiet" x="8" role="presentation" [attr.y]="more.y">{{ more.text }}</text>
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
  /** Prefix of element ids, unique on the page. */
  readonly name = input('diagram');
  readonly chosen = output<DiagramCard>();

  protected readonly idOf = cardId;
  protected readonly path = edgePath;
  protected readonly textsOf = cardTexts;
  protected readonly headPath = cardHead;
  protected readonly headHeight = CARD.head;

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
