import {
  Component,
  computed,
  effect,
  ElementRef,
  inject,
  input,
  linkedSignal,
  untracked,
  viewChild,
} from '@angular/core';
import { AGGREGATES, axisKind, CHART_SORTS, chartData, isMeasure, suggestChart, chartFits } from '#libs/charts';
import type { Aggregate, ChartSort, ChartSpec, ChartType } from '#libs/charts';
import { countedText, countText } from '#libs/results';
import { CdkMenu, CdkMenuItem, CdkMenuItemCheckbox, CdkMenuTrigger } from '@angular/cdk/menu';
import { Theme } from '../../../../shared/theme/theme';
import { Icon } from '../../../../shared/ui/icon/icon';
import { Segments } from '../../../../shared/ui/segments';
import { EmptyState } from '../../../../shared/ui/state/empty-state';
import { READ_ROWS, ResultRows } from '../../result-rows';
import { HeaderSlot } from '../../ui/header-slot';
import type { ResultView } from '../../mode';
import { ChartCanvas } from './chart-canvas';
import { ChartChoices } from '../chart-choices';
import { chartOption, readChartTokens } from '../chart-option';

const AGGREGATE_WORDS: Record<Aggregate, string> = {
  none: 'Each row',
  sum: 'Sum',
  average: 'Average',
  minimum: 'Minimum',
  maximum: 'Maximum',
  count: 'Count',
};
const SORT_WORDS: Record<ChartSort, string> = {
  'as-is': 'Result order',
  x: 'By x',
  most: 'Largest first',
  least: 'Smallest first',
};
const TOPS = [0, 5, 10, 20, 30, 50, 100] as const;

/** A result as a chart: suggested by rule, changed by hand. */
@Component({
  selector: 'dw-chart-view',
  imports: [
    CdkMenu,
    CdkMenuItem,
    CdkMenuItemCheckbox,
    CdkMenuTrigger,
    ChartCanvas,
    EmptyState,
    HeaderSlot,
    Icon,
    Segments,
  ],
  providers: [ResultRows],
  templateUrl: './chart-view.html',
  styleUrl: './chart-view.css',
})
export class ChartView {
  readonly view = input.required<ResultView>();

  protected readonly result = inject(ResultRows);
  private readonly theme = inject(Theme);
  private readonly kept = inject(ChartChoices);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly canvas = viewChild(ChartCanvas);

  protected readonly types = [
    { value: 'bar', label: 'Bar', icon: 'chart-column' },
    { value: 'line', label: 'Line', icon: 'chart-line' },
    { value: 'area', label: 'Area', icon: 'chart-area' },
    { value: 'scatter', label: 'Scatter', icon: 'chart-scatter' },
    { value: 'pie', label: 'Pie', icon: 'chart-pie' },
  ] as const;
  protected readonly aggregates = AGGREGATES.map((value) => ({ value, label: AGGREGATE_WORDS[value] }));
  protected readonly sorts = CHART_SORTS.map((value) => ({ value, label: SORT_WORDS[value] }));
  protected readonly tops = TOPS;
  protected readonly countText = countText;

  private readonly key = computed(
    () => `${this.view().tabId} ${this.view().statement.index} ${JSON.stringify(this.view().columns)}`,
  );
  protected readonly columns = computed(() => this.view().columns.map(({ name }, index) => ({ name, index })));
  protected readonly measures = computed(() =>
    this.columns().filter(({ index }) => isMeasure(this.view().columns[index])),
  );
  /** What the result asks for by itself, going by the rows that came with the run. */
  private readonly suggested = computed(() => suggestChart(this.view().columns, this.view().statement.rows));
  protected readonly spec = linkedSignal<ChartSpec | null>(
    () => this.kept.specs.get(this.key()) ?? this.linked() ?? this.suggested(),
  );
  /** What a link names, where the result has its columns. */
  private linked(): ChartSpec | null {
    const { tabId, columns } = this.view();
    const spec = this.kept.byTab.get(tabId) ?? null;
    return spec !== null && chartFits(spec, columns.length) ? spec : null;
  }
  protected readonly isSuggested = computed(() => JSON.stringify(this.spec()) === JSON.stringify(this.suggested()));
  protected readonly data = computed(() => {
    const [spec, { columns, statement }] = [this.spec(), this.view()];
    return spec && chartData(columns, this.result.rows(), spec, axisKind(columns[spec.x], statement.rows, spec.x));
  });
  private readonly tokens = computed(() => {
    this.theme.look();
    return readChartTokens(this.host);
  });
  protected readonly option = computed(() => {
    const [spec, data] = [this.spec(), this.data()];
    return spec && data
      ? chartOption(data, spec, { x: this.nameOf(spec.x), y: this.yName(spec) }, this.tokens())
      : null;
  });
  protected readonly seriesText = computed(() => {
    const names = (this.spec()?.series ?? []).map((index) => this.nameOf(index));
    return names.length <= 1 ? (names[0] ?? 'None') : `${names[0] ?? ''} and ${names.length - 1} more`;
  });
  /** What is not in the chart, in words. */
  protected readonly notes = computed(() => {
    const [data, rows, { row_count: total, received_rows: received }] = [
      this.data(),
      this.result.rows(),
      this.view().statement,
    ];
    const all = total ?? received;
    const parts = [
      rows.length < all
        ? `${countText(rows.length)} of ${countedText(all, 'row')} charted${this.result.isReading() ? ', reading' : ''}`
        : '',
      data && data.withoutX > 0
        ? `${countedText(data.withoutX, 'row')} without a usable ${this.nameOf(this.spec()?.x ?? 0)}`
        : '',
      data && data.leftOutCategories > 0 ? `${countText(data.leftOutCategories)} more along x` : '',
      data && data.leftOutSeries > 0 ? `${countText(data.leftOutSeries)} more series` : '',
      data && data.leftOutValues > 0 ? `${countedText(data.leftOutValues, 'value')} not drawn` : '',
    ];
    return parts.filter((part) => part !== '');
  });
  protected readonly label = computed(() => {
    const spec = this.spec();
    return spec ? `Chart of ${this.yName(spec)} by ${this.nameOf(spec.x)}` : 'Chart';
  });

  constructor() {
    effect(() => {
      const { runId, statement } = this.view();
      untracked(() => this.result.want({ runId, statement, cap: READ_ROWS }));
    });
  }

  protected change(change: Partial<ChartSpec>): void {
    const spec = this.spec();
    if (!spec) return;
    const next = withoutContradiction({ ...spec, ...change });
    this.spec.set(next);
    this.kept.specs.set(this.key(), next);
  }

  protected setType(type: ChartType): void {
    this.change({ type });
  }

  protected toggleSeries(index: number): void {
    const series = this.spec()?.series ?? [];
    const next = series.includes(index)
      ? series.filter((one) => one !== index)
      : [...series, index].sort((a, b) => a - b);
    if (next.length > 0) this.change({ series: next });
  }

  protected suggestAgain(): void {
    this.kept.forget(this.key(), this.view().tabId);
    this.spec.set(this.suggested());
  }

  protected savePng(): void {
    save(this.canvas()?.png(this.tokens().panel) ?? '', 'chart.png');
  }

  protected saveSvg(): void {
    const text = this.canvas()?.svg(this.tokens().panel) ?? '';
    const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
    save(address, 'chart.svg');
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  private nameOf(index: number): string {
    return this.view().columns[index]?.name ?? '';
  }

  private yName({ series, aggregate }: ChartSpec): string {
    const name = series.length === 1 ? this.nameOf(series[0] ?? 0) : '';
    if (aggregate === 'none') return name;
    return aggregate === 'count' ? 'count' : `${aggregate}${name === '' ? '' : ` of ${name}`}`;
  }
}

/** Series of a column are of one measure; each row by itself has no series of a column in bars. */
function withoutContradiction(spec: ChartSpec): ChartSpec {
  const series = spec.group !== null || spec.type === 'pie' ? spec.series.slice(0, 1) : spec.series;
  return { ...spec, series, group: spec.type === 'pie' ? null : spec.group };
}

function save(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
