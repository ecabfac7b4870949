import { Component, effect, ElementRef, inject, input } from '@angular/core';
import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts';
import { AriaComponent, DataZoomComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import type { ECharts, EChartsCoreOption } from 'echarts/core';
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers';

use([
  AriaComponent,
  BarChart,
  CanvasRenderer,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  LineChart,
  PieChart,
  ScatterChart,
  SVGRenderer,
  TooltipComponent,
]);

/** Pixels of the file for one of the screen. */
const PICTURE_SCALE = 2;

/** A chart as ECharts draws it, in the size of its place. */
@Component({ selector: 'dw-chart-canvas', template: '', styles: ':host { display: block; min-height: 0; flex: 1; }' })
export class ChartCanvas {
  readonly option = input.required<EChartsCoreOption>();
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private chart: ECharts | null = null;

  constructor() {
    effect((onCleanup) => {
      const chart = init(this.host, undefined, { renderer: 'canvas' });
      this.chart = chart;
      const observer = new ResizeObserver(() => chart.resize());
      observer.observe(this.host);
      onCleanup(() => {
        observer.disconnect();
        chart.dispose();
        this.chart = null;
      });
    });
    effect(() => this.chart?.setOption(this.option(), { notMerge: true }));
  }

  /** The chart as a PNG on a ground, twice as large as on screen. */
  png(ground: string): string {
    return this.chart?.getDataURL({ type: 'png', pixelRatio: PICTURE_SCALE, backgroundColor: ground }) ?? '';
  }

  /** The chart as an SVG on a ground. */
  svg(ground: string): string {
    const { clientWidth: width, clientHeight: height } = this.host;
    const chart = init(null, undefined, { renderer: 'svg', ssr: true, width, height });
    chart.setOption({ ...this.option(), backgroundColor: ground });
    const text = chart.renderToSVGString();
    chart.dispose();
    return text;
  }
}
