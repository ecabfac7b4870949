import { Component, input, output } from '@angular/core';
import type { Pipeline } from '#libs/api';
import type { Loaded } from '../../shared/http/loaded';
import { Icon } from '../../shared/ui/icon/icon';
import { LoadState } from '../../shared/ui/state/load-state';

/** The saved pipelines by name, with their loading and failed states. */
@Component({
  selector: 'dw-pipeline-list',
  imports: [Icon, LoadState],
  template: `
    <nav aria-label="Pipelines">
      <dw-load-state [source]="list()" what="pipelines" [rows]="4" [rowHeight]="32" />
      @if (list().state() === 'ready') {
        <ul>
          @for (one of list().value(); track one.id) {
            <li>
              <button
                type="button"
                [attr.aria-current]="one.id === currentId() ? 'true' : null"
                (click)="opened.emit(one)"
              >
                <dw-icon name="workflow" [size]="14" /><span class="dw-clip">{{ one.name }}</span>
              </button>
            </li>
          }
        </ul>
      }
    </nav>
  `,
  styleUrl: './pipeline-list.css',
})
export class PipelineList {
  readonly list = input.required<Loaded<Pipeline[]>>();
  readonly currentId = input.required<string | null>();
  readonly opened = output<Pipeline>();
}
