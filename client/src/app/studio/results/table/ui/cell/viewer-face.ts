import { Service, signal } from '@angular/core';

/** Whether the viewer beside a table shows one value or the whole row; it stays as it was left. */
@Service()
export class ViewerFace {
  readonly shown = signal<'value' | 'row'>('value');
}
