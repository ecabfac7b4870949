import { htmlText } from '#libs/markup';
import type { EChartsCoreOption } from 'echarts/core';
import type { ChartData, ChartPoint, ChartSpec } from '#libs/charts';
import { MAX_SLICES, OTHERS } from '#libs/charts';
import { tokenReader } from '../../../shared/theme/token-colours';

/** The colours that a chart paints with; it paints outside of CSS, so it needs their values. */
export interface ChartTokens {
  readonly palette: readonly string[];
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly panel: string;
  readonly overlay: string;
  readonly font: string;
  readonly mono: string;
}

/** Reads the tokens that hold for an element now. */
export function readChartTokens(element: Element): ChartTokens {
  const token = tokenReader(element);
  return {
    palette: [1, 2, 3, 4, 5, 6, 7, 8].map((number) => token(`chart-${number}`)),
    text: token('text-1'),
    muted: token('text-3'),
    line: token('line-1'),
    panel: token('bg-panel'),
    overlay: token('bg-overlay'),
    font: token('font-ui'),
    mono: token('font-mono'),
  };
}

/** Points from which a line has no dots of its own. */
const MANY_POINTS = 60;
/** Points from which ECharts draws without looks. */
const LARGE_POINTS = 3_000;

interface Names {
  readonly x: string;
  readonly y: string;
}

/** What ECharts is given. */
export function chartOption(data: ChartData, spec: ChartSpec, names: Names, tokens: ChartTokens): EChartsCoreOption {
  const common = {
    animation: false,
    color: [...tokens.palette],
    backgroundColor: 'transparent',
    textStyle: { fontFamily: tokens.font, color: tokens.text, fontSize: 12 },
    aria: { enabled: true },
    legend: legend(data, tokens),
  };
  return spec.type === 'pie'
    ? { ...common, ...pie(data, names, tokens) }
    : { ...common, ...cartesian(data, spec, names, tokens) };
}

function legend({ series }: ChartData, tokens: ChartTokens): object {
  return {
    show: series.length > 1,
    type: 'scroll',
    top: 4,
    left: 12,
    right: 12,
    itemWidth: 12,
    itemHeight: 8,
    icon: 'roundRect',
    textStyle: { color: tokens.text, fontSize: 12 },
    pageTextStyle: { color: tokens.muted },
    pageIconColor: tokens.text,
    pageIconInactiveColor: tokens.line,
  };
}

function cartesian(data: ChartData, spec: ChartSpec, names: Names, tokens: ChartTokens): object {
  const isLarge = Math.max(...data.series.map(({ points }) => points.length), 0) > LARGE_POINTS;
  return {
    grid: { left: 16, right: 24, top: data.series.length > 1 ? 40 : 20, bottom: isLarge ? 64 : 32, containLabel: true },
    xAxis: xAxis(data, spec, names, tokens),
    yAxis: {
      type: 'value',
      name: names.y,
      ...axisLook(tokens),
      nameLocation: 'end',
      nameGap: 8,
      scale: spec.type === 'scatter',
    },
    dataZoom: [
      { type: 'inside', filterMode: 'none', zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false },
      ...(isLarge ? [{ type: 'slider', height: 18, bottom: 8, borderColor: tokens.line }] : []),
    ],
    tooltip: {
      trigger: spec.type === 'scatter' ? 'item' : 'axis',
      confine: true,
      ...tooltipLook(tokens),
      axisPointer: { type: spec.type === 'bar' ? 'shadow' : 'line', lineStyle: { color: tokens.muted } },
      formatter: (hits: TooltipHit | TooltipHit[]) => tooltip(Array.isArray(hits) ? hits : [hits], names, tokens),
    },
    series: data.series.map((one) => seriesOption(one, data, spec, isLarge)),
  };
}

function xAxis(data: ChartData, spec: ChartSpec, names: Names, tokens: ChartTokens): object {
  const name = { name: names.x, nameLocation: 'middle' as const, nameGap: 26, ...axisLook(tokens) };
  // Bars stand beside each other, so theirs is a list even where its values are numbers or times.
  if (data.axis === 'category' || spec.type === 'bar')
    return {
      type: 'category',
      data: [...data.categories],
      ...name,
      splitLine: { show: false },
      axisLabel: label(tokens, true),
    };
  const isTime = data.axis === 'time';
  return {
    type: isTime ? 'time' : 'value',
    scale: true,
    ...name,
    splitLine: { show: false },
    axisLabel: label(tokens, false),
  };
}

function label(tokens: ChartTokens, isList: boolean): object {
  return {
    color: tokens.muted,
    fontSize: 11,
    hideOverlap: true,
    ...(isList ? { width: 120, overflow: 'truncate' } : {}),
  };
}

function axisLook(tokens: ChartTokens): object {
  return {
    nameTextStyle: { color: tokens.muted, fontFamily: tokens.mono, fontSize: 11 },
    axisLine: { lineStyle: { color: tokens.line } },
    axisTick: { show: false },
    axisLabel: label(tokens, false),
    splitLine: { lineStyle: { color: tokens.line } },
  };
}

function tooltipLook(tokens: ChartTokens): object {
  return {
    backgroundColor: tokens.overlay,
    borderColor: tokens.line,
    textStyle: { color: tokens.text, fontSize: 12 },
    extraCssText: 'max-width: 360px; white-space: normal; overflow-wrap: anywhere;',
  };
}

function seriesOption(
  { name, points }: ChartData['series'][number],
  data: ChartData,
  spec: ChartSpec,
  isLarge: boolean,
): object {
  const isList = data.axis === 'category' || spec.type === 'bar';
  const values = points.map((point) => ({ value: isList ? point.y : [point.x, point.y], point }));
  const base = { name, data: values };
  if (spec.type === 'bar') return { ...base, type: 'bar', barMaxWidth: 48, large: false };
  if (spec.type === 'scatter')
    return { ...base, type: 'scatter', symbolSize: points.length > 500 ? 5 : 8, itemStyle: { opacity: 0.7 } };
  return {
    ...base,
    type: 'line',
    showSymbol: points.length <= MANY_POINTS,
    symbolSize: 5,
    sampling: isLarge ? 'lttb' : undefined,
    lineStyle: { width: 2 },
    ...(spec.type === 'area' ? { areaStyle: { opacity: 0.25 }, stack: 'all' } : {}),
  };
}

function pie(data: ChartData, names: Names, tokens: ChartTokens): object {
  return {
    legend: { show: false },
    tooltip: {
      trigger: 'item',
      confine: true,
      ...tooltipLook(tokens),
      formatter: (hit: TooltipHit) => tooltip([hit], names, tokens),
    },
    series: [
      {
        type: 'pie',
        radius: ['38%', '72%'],
        itemStyle: { borderColor: tokens.panel, borderWidth: 1.5 },
        // ECharts moves labels apart by the height of a line.
        label: { color: tokens.text, formatter: '{b}', lineHeight: 16 },
        data: slices(data),
      },
    ],
  };
}

/** The greatest slices, and one for the rest. A slice has to be more than nothing. */
export function slices({ series }: ChartData): { name: string; value: number; point: ChartPoint }[] {
  const points = (series[0]?.points ?? []).filter(({ y }) => y !== null && y > 0);
  const sorted = [...points].sort((a, b) => (b.y ?? 0) - (a.y ?? 0));
  const shown = sorted.length <= MAX_SLICES ? sorted : sorted.slice(0, MAX_SLICES - 1);
  const rest = sorted.slice(shown.length).reduce((sum, { y }) => sum + (y ?? 0), 0);
  const others: ChartPoint = { x: OTHERS, xText: OTHERS, y: rest, yText: `about ${Number(rest.toPrecision(12))}` };
  return [...shown, ...(rest > 0 ? [others] : [])].map((point) => ({ name: point.xText, value: point.y ?? 0, point }));
}

interface TooltipHit {
  readonly seriesName?: string;
  readonly color?: unknown;
  readonly data?: { readonly point?: ChartPoint };
}

/** The exact texts of the points under the pointer. Everything that came from a database is escaped. */
function tooltip(hits: readonly TooltipHit[], names: Names, { mono }: ChartTokens): string {
  const points = hits.flatMap(({ data, seriesName = '', color }) =>
    data?.point ? [{ point: data.point, seriesName, color }] : [],
  );
  const [first] = points;
  if (!first) return '';
  const rows = points.map(({ point, seriesName, color }) => {
    const dot = `<span style="display:inline-block;width:8px;height:8px;border-radius:4px;margin-right:6px;background:${htmlText(String(color))}"></span>`;
    return `<div style="display:flex;gap:16px;justify-content:space-between"><span>${dot}${htmlText(seriesName || names.y)}</span><b style="font-family:${htmlText(mono)};font-weight:500">${htmlText(point.yText)}</b></div>`;
  });
  return `<div style="margin-bottom:4px">${htmlText(first.point.xText.slice(0, 200))}</div>${rows.join('')}`;
}
