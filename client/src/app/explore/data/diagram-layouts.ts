import { DestroyRef, inject, Service } from '@angular/core';
import type { Neighbourhood } from '#libs/api';
import { layoutDiagram } from '#libs/diagram';
import type { Diagram } from '#libs/diagram';

/** Laying out so many tables takes less time than a worker takes to start. */
const AT_ONCE = 60;

type Source = Pick<Neighbourhood, 'tables' | 'relations'>;

/** A diagram that the worker lays out. */
interface Waiting {
  readonly resolve: (diagram: Diagram) => void;
  readonly reject: (error: Error) => void;
}

/** Lays diagrams out, large ones in a worker, so that the page answers meanwhile. The page provides it. */
@Service({ autoProvided: false })
export class DiagramLayouts {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  constructor() {
    inject(DestroyRef).onDestroy(() => this.worker?.terminate());
  }

  /** Rejects where the worker fails; the next call starts another one. */
  layout({ tables, relations }: Source): Promise<Diagram> {
    const source = { tables, relations };
    return tables.length <= AT_ONCE ? Promise.resolve(layoutDiagram(source)) : this.layoutAside(source);
  }

  private layoutAside(source: Source): Promise<Diagram> {
    this.last += 1;
    const id = this.last;
    const worker = (this.worker ??= this.start());
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, source });
    });
  }

  private start(): Worker {
    const worker = new Worker(new URL('./diagram.worker', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<{ id: number; diagram: Diagram }>) => {
      this.waiting.get(data.id)?.resolve(data.diagram);
      this.waiting.delete(data.id);
    });
    worker.addEventListener('error', () => this.fail());
    return worker;
  }

  /** A worker that failed answers nothing any more. */
  private fail(): void {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.waiting.values()) reject(new Error("The diagram couldn't be laid out."));
    this.waiting.clear();
  }
}
