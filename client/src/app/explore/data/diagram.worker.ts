/// <reference lib="webworker" />
import type { Neighbourhood } from '#libs/api';
import { layoutDiagram } from '#libs/diagram';

/** A diagram that is wanted; `id` comes back with it. */
export interface LayoutRequest {
  readonly id: number;
  readonly source: Pick<Neighbourhood, 'tables' | 'relations'>;
}

addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => {
  postMessage({ id: data.id, diagram: layoutDiagram(data.source) });
});
