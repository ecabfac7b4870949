import { Component, computed, effect, inject, input, output, signal, untracked, viewChild } from '@angular/core';
import type { Neighbourhood } from '#libs/api';
import { moveCards, tableKey } from '#libs/diagram';
import type { CardPositions, Diagram, DiagramCard, Point } from '#libs/diagram';
import { estimateText } from '#libs/results';
import { keptResource } from '../../shared/http/kept-resource';
import { Loaded } from '../../shared/http/loaded';
import { SchemaMarks } from '../../shared/schema-marks/schema-marks.store';
import { Icon } from '../../shared/ui/icon/icon';
import { EmptyState } from '../../shared/ui/state/empty-state';
import { FailedState } from '../../shared/ui/state/failed-state';
import { LoadingState } from '../../shared/ui/state/loading-state';
import { DiagramLayouts } from '../data/diagram-layouts';
import { DiagramPositions } from '../data/diagram-positions';
import { schemaCounts, schemaTokens, searchDiagram, tablesOfSchema } from '../data/diagram-source';
import type { TableAt } from '../data/explore-address';
import { ExploreApi } from '../data/explore-api';
import { saveBlob, svgPng, themedSvg } from '../data/save-diagram';
import { DiagramCanvas } from './diagram-canvas';
import { KEY_ICONS } from './diagram-scene';

/** Schemas whose numbers of rows are asked for, each in a request of its own. */
const MOST_COUNTED = 24;
/** Results of a search that are listed. */
const LISTED = 8;

/** The tables of a connection as an entity-relationship diagram: all of them, one schema, or the neighbours of a table. */
@Component({
  selector: 'dw-schema-diagram',
  providers: [DiagramLayouts, DiagramPositions],
  imports: [DiagramCanvas, EmptyState, FailedState, Icon, LoadingState],
  templateUrl: './schema-diagram.html',
  styleUrl: './schema-diagram.css',
})
export class SchemaDiagram {
  readonly connectionId = input.required<string>();
  /** The table that is open beside the diagram. */
  readonly at = input.required<TableAt | null>();
  readonly chosen = output<TableAt>();

  private readonly api = inject(ExploreApi);
  private readonly schemaMarks = inject(SchemaMarks);
  private readonly layouts = inject(DiagramLayouts);
  protected readonly positions = inject(DiagramPositions);
  private readonly canvas = viewChild(DiagramCanvas);

  private readonly chosenAround = signal<{ table: TableAt; steps: number } | null>(null);
  private readonly chosenSchema = signal<string | null>(null);
  /** The table whose neighbours are shown, and how many foreign keys away; null shows all tables, as of another connection. */
  protected readonly around = computed(() => {
    const around = this.chosenAround();
    return around?.table.connectionId === this.connectionId() ? around : null;
  });
  protected readonly text = signal('');
  protected readonly hasFailedPng = signal(false);
  protected readonly source = computed(() => {
    const [id, around] = [this.connectionId(), this.around()];
    if (around === null) return new Loaded<Neighbourhood>(() => this.api.diagram(id));
    return new Loaded<Neighbourhood>(() => this.api.relations(around.table, around.steps));
  });
  protected readonly schemas = computed(() => {
    const counts = schemaCounts(this.source().value() ?? { tables: [], relations: [], truncated: false });
    const tokens = schemaTokens(counts.map(({ name }) => name));
    return counts.map((one) => ({ ...one, token: tokens.get(one.name) ?? '--dw-line-3' }));
  });
  /** The schema that is shown; null shows all, as where the connection has none of the name that was chosen. */
  protected readonly schema = computed(() => {
    return this.schemas().find(({ name }) => name === this.chosenSchema())?.name ?? null;
  });
  protected readonly shown = computed(() => {
    const all = this.source().value();
    return all && tablesOfSchema(all, this.schema());
  });
  protected readonly laidOut = keptResource(
    () => this.shown() ?? undefined,
    (shown) => this.layouts.layout(shown),
  );
  protected readonly diagram = this.laidOut.value;
  /** Positions are those of the whole: a part of it has a layout of its own. */
  protected readonly isWhole = computed(() => this.around() === null && this.schema() === null);
  protected readonly moved = computed<CardPositions>(() => (this.isWhole() ? this.positions.cards() : new Map()));
  private readonly tokens = computed(() => new Map(this.schemas().map(({ name, token }) => [name, token])));
  protected readonly colours = computed(
    () => new Map([...this.tokens()].map(([schema, token]) => [schema, `var(${token})`])),
  );
  protected readonly marks = computed(() => {
    const cards = this.diagram()?.cards ?? [];
    return new Map(
      cards.flatMap((card) => {
        const mark = this.schemaMarks.ofTable(this.connectionId(), card);
        return mark ? [[card.key, mark] as const] : [];
      }),
    );
  });
  private readonly tablesWithRows = keptResource(
    () => {
      const schemas = this.schemas().map(({ name }) => name);
      const areFew = schemas.length > 0 && schemas.length <= MOST_COUNTED;
      return areFew ? { connectionId: this.connectionId(), schemas } : undefined;
    },
    ({ connectionId, schemas }, stop) => this.api.estimates(connectionId, schemas, stop),
  );
  /** About how many rows each table has; empty until that is known. */
  protected readonly rowCounts = computed<ReadonlyMap<string, string>>(
    () => new Map(this.tablesWithRows.value()?.map(({ rows, ...table }) => [tableKey(table), estimateText(rows)])),
  );
  protected readonly hits = computed(() => {
    const [shown, diagram] = [this.shown(), this.diagram()];
    return shown && diagram ? searchDiagram(shown, this.text(), diagram) : [];
  });
  protected readonly found = computed<ReadonlySet<string>>(() => new Set(this.hits()));
  protected readonly listed = computed(() => {
    const cards = new Map(this.diagram()?.cards.map((card) => [card.key, card]));
    return this.hits()
      .slice(0, LISTED)
      .flatMap((key) => cards.get(key) ?? []);
  });
  protected readonly opened = computed(() => {
    const at = this.at();
    return at?.connectionId === this.connectionId() ? tableKey(at) : null;
  });
  /** The table that neighbours can be shown of. */
  protected readonly centre = computed(() => {
    const at = this.at();
    return at?.connectionId === this.connectionId() ? at : (this.around()?.table ?? null);
  });
  protected readonly counts = computed(() => {
    const { cards, edges } = this.diagram() ?? { cards: [], edges: [] };
    const hidden = edges.filter(({ to }) => to === null).length;
    const keys = edges.length === 1 ? '1 foreign key' : `${edges.length} foreign keys`;
    const outside = hidden === 0 ? '' : `, ${hidden} to tables outside of this diagram`;
    return `${cards.length === 1 ? '1 table' : `${cards.length} tables`}, ${keys}${outside}`;
  });
  protected readonly markCounts = computed(() => {
    const kinds = [...this.marks().values()].map(({ kind }) => kind);
    return {
      broken: kinds.filter((kind) => kind === 'broken').length,
      changed: kinds.filter((kind) => kind === 'changed').length,
    };
  });

  constructor() {
    effect(() => this.positions.connectionId.set(this.connectionId()));
    effect(() => {
      const source = this.source();
      untracked(() => void source.load());
    });
  }

  protected choose({ schema, name }: DiagramCard): void {
    this.chosen.emit({ connectionId: this.connectionId(), schema, table: name });
  }

  protected place({ key, position }: { key: string; position: Point }): void {
    const card = this.diagram()?.cards.find((one) => one.key === key);
    if (card) void this.positions.move(card, position);
  }

  protected search(event: Event): void {
    this.text.set((event.target as HTMLInputElement).value);
  }

  /** Shows the first match. Enter that ends the composition of an input method shows none. */
  protected showFirst(event: Event): void {
    if (!(event as KeyboardEvent).isComposing) this.show(this.hits()[0]);
  }

  protected show(key: string | undefined): void {
    if (key !== undefined) this.canvas()?.show(key);
  }

  protected setScope(event: Event): void {
    const steps = Number((event.target as HTMLSelectElement).value);
    const table = this.centre();
    this.chosenAround.set(steps === 0 || table === null ? null : { table, steps });
  }

  protected setSchema(event: Event): void {
    const { value } = event.target as HTMLSelectElement;
    this.chosenSchema.set(value === '' ? null : (JSON.parse(value) as string));
  }

  protected valueOf(schema: string): string {
    return JSON.stringify(schema);
  }

  /** The diagram with the cards where the person moved them. */
  private asDrawn(): Diagram | null {
    const diagram = this.diagram();
    return diagram && moveCards(diagram, this.moved());
  }

  private svgOf(diagram: Diagram): string {
    return themedSvg(diagram, this.tokens(), { counts: this.rowCounts(), icons: KEY_ICONS });
  }

  protected saveSvg(): void {
    const diagram = this.asDrawn();
    if (!diagram) return;
    saveBlob(`${this.connectionId()}.svg`, new Blob([this.svgOf(diagram)], { type: 'image/svg+xml' }));
  }

  protected async savePng(): Promise<void> {
    const diagram = this.asDrawn();
    if (!diagram) return;
    const png = await svgPng(this.svgOf(diagram), diagram).catch(() => null);
    this.hasFailedPng.set(png === null);
    if (png) saveBlob(`${this.connectionId()}.png`, png);
  }
}
