import {
  Component,
  computed,
  inject,
  input,
  linkedSignal,
  model,
  output,
  signal,
  viewChild,
  ElementRef,
} from '@angular/core';
import { CdkMenu, CdkMenuItem, CdkMenuItemRadio, CdkMenuTrigger } from '@angular/cdk/menu';
import { DEFAULT_THRESHOLDS, heaviestBy, listNodes, measuresOf, readPlan } from '#libs/plan';
import type { PlanMeasure } from '#libs/plan';
import { countText } from '#libs/results';
import { Identity } from '../../../../shared/identity/identity';
import { isFiniteNumber, storedSignal } from '../../../../shared/storage/stored-signal';
import { tokenReader } from '../../../../shared/theme/token-colours';
import { CopyButton } from '../../../../shared/ui/copy-button';
import { foldHost } from '../../../../shared/ui/fold';
import { Icon } from '../../../../shared/ui/icon/icon';
import { IconButton } from '../../../../shared/ui/icon-button';
import { Segments } from '../../../../shared/ui/segments';
import type { Segment } from '../../../../shared/ui/segments';
import { Tooltip } from '../../../../shared/ui/tooltip';
import { saveFile } from '../save-file';
import { planSvg } from '../plan-svg';
import type { SvgColours } from '../plan-svg';
import { planSummary } from '../plan-words';
import type { ShownPlan } from '../plans.store';
import { PlanCanvas } from './plan-canvas';
import { PlanComparisonTable } from './plan-comparison';
import { PlanNodesTable } from './plan-nodes-table';
import { PlanTotals } from './plan-totals';

/** The ways to look at a plan. */
export type PlanFace = 'tree' | 'nodes' | 'totals' | 'compare' | 'json';

/** From how many rows on a sequential scan may be flagged. */
const SCAN_ROWS = [1_000, DEFAULT_THRESHOLDS.sequentialScanRows, 100_000, 1_000_000] as const;

/** A plan: the strip with its sums and choices, and below it the cards, the tables, the comparison or the raw text. */
@Component({
  selector: 'dw-plan-view',
  imports: [
    CdkMenu,
    CdkMenuItem,
    CdkMenuItemRadio,
    CdkMenuTrigger,
    CopyButton,
    Icon,
    IconButton,
    PlanCanvas,
    PlanComparisonTable,
    PlanNodesTable,
    PlanTotals,
    Segments,
    Tooltip,
  ],
  templateUrl: './plan-view.html',
  styleUrl: './plan-view.css',
})
export class PlanView {
  readonly shown = input.required<ShownPlan>();
  /** Earlier plans of the same query. */
  readonly earlier = input<readonly ShownPlan[]>([]);
  readonly selected = model<number | null>(null);
  readonly pasteAsked = output();

  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly canvas = viewChild(PlanCanvas);
  protected readonly face = signal<PlanFace>('tree');
  protected readonly scanRows = storedSignal<number>(
    inject(Identity).personalKey('dw.studio.plan.scan-rows'),
    DEFAULT_THRESHOLDS.sequentialScanRows,
    isFiniteNumber,
  );
  protected readonly scanChoices = SCAN_ROWS.map((rows) => ({ rows, text: `${countText(rows)} rows` }));
  /** The plan with the flags that the person asked for. */
  protected readonly plan = computed(() => {
    const [{ plan, raw, tableRows = {} }, sequentialScanRows] = [this.shown(), this.scanRows()];
    if (sequentialScanRows === DEFAULT_THRESHOLDS.sequentialScanRows) return plan;
    return readPlan(raw, { sequentialScanRows, tableRows });
  });
  protected readonly nodes = computed(() => listNodes(this.plan().root));
  protected readonly summary = computed(() => planSummary(this.plan(), this.nodes()));
  protected readonly measures = computed(() => measuresOf(this.nodes()));
  private readonly preferred = storedSignal<PlanMeasure>(
    inject(Identity).personalKey('dw.studio.plan.measure'),
    'time',
    isMeasure,
  );
  /** What shares and heat are of: measured time, where the plan has it and cost was not chosen. */
  protected readonly measure = computed(() => {
    const measures = this.measures();
    return measures.includes(this.preferred()) ? this.preferred() : (measures[0] ?? 'cost');
  });
  protected readonly measureChoices = [
    { value: 'time', text: 'Measured time' },
    { value: 'cost', text: 'Estimated cost' },
  ] as const;
  protected readonly faces = computed<readonly Segment<PlanFace>[]>(() => [
    { value: 'tree', label: 'Tree' },
    { value: 'nodes', label: 'Nodes' },
    { value: 'totals', label: 'Totals' },
    this.earlier().length > 0
      ? { value: 'compare', label: 'Compare' }
      : { value: 'compare', label: 'Compare', isDisabled: true, tooltip: 'No earlier plan of this query' },
    { value: 'json', label: this.isText() ? 'Raw' : 'JSON' },
  ]);
  protected readonly isText = computed(() => !/^\s*[[{]/.test(this.shown().raw));
  /** The plan that is compared with: the one before, until another is chosen. */
  protected readonly compared = linkedSignal(() => this.earlier()[0] ?? null);

  constructor() {
    foldHost({ minor: 1440, labels: 1240 });
  }

  /** Shows a node among the cards. */
  show(id: number): void {
    this.face.set('tree');
    this.selected.set(id);
  }

  /** Shows the first node that has a flag. */
  protected showFlagged(kind: 'sequential-scan' | 'misestimate'): void {
    const nodes = this.nodes().filter(({ flags }) => flags.some((flag) => flag.kind === kind));
    const at = nodes.findIndex(({ id }) => id === this.selected());
    const next = nodes[(at + 1) % nodes.length];
    if (next) this.show(next.id);
  }

  protected showHeaviest(): void {
    const heaviest = heaviestBy(this.nodes(), this.measure());
    if (heaviest !== null) this.show(heaviest.id);
  }

  protected measureBy(measure: PlanMeasure): void {
    this.preferred.set(measure);
  }

  protected compareWith(index: string): void {
    this.compared.set(this.earlier()[Number(index)] ?? null);
  }

  protected downloadSvg(): void {
    const layout = this.canvas()?.layout();
    if (layout) saveFile('plan.svg', 'image/svg+xml', planSvg(layout, this.measure(), this.colours()));
  }

  protected downloadRaw(): void {
    const [name, type] = this.isText() ? ['plan.txt', 'text/plain'] : ['plan.json', 'application/json'];
    saveFile(name, type, this.shown().raw);
  }

  /** The theme's own values, since a file knows no theme. */
  private colours(): SvgColours {
    const value = tokenReader(this.host);
    return {
      ground: value('bg-sunken'),
      card: value('bg-raised'),
      line: value('line-2'),
      edge: value('line-3'),
      text: value('text-1'),
      quiet: value('text-2'),
      track: value('bg-active'),
      warn: value('warn-text'),
      heat: [0, 1, 2, 3, 4, 5, 6].map((step) => value(`heat-${step}`)),
    };
  }
}

function isMeasure(value: unknown): value is PlanMeasure {
  return value === 'time' || value === 'cost';
}
