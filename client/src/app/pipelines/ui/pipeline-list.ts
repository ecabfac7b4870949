import { Component, input, output } from '@angular/core';
import type { Pipeline } from '#libs/api';
import type { Loaded } from '../../shared/http/loaded';
import { Icon } from '../../shared/ui/icon/icon';
import { FailedState } from '../../shared/ui/state/failed-state';
import { LoadingState } from '../../shared/ui/state/loading-state';
import { OutdatedNotice } from '../../shared/ui/state/outdated-notice';

/** The saved pipelines by name, with their loading and failed states. */
@Component({
  selector: 'dw-pipeline-list',
  imports: [FailedState, Icon, LoadingState, OutdatedNotice],
  template: `
    <nav aria-label="Pipelines">
      @switch (list().state()) {
        @case ('loading') {
          <dw-loading-state label="Loading pipelines" [rows]="4" [rowHeight]="32" />
        }
        @case ('failed') {
          <dw-failed-state heading="Couldn't load pipelines" [problem]="list().problem()">
            <button type="button" class="dw-btn" (click)="list().load()">
              <dw-icon name="refresh-cw" [size]="14" />Try again
            </button>
          </dw-failed-state>
        }
        @default {
          <dw-outdated-notice
            [isOutdated]="list().isOutdated()"
            [problem]="list().problem()"
            (retried)="list().load()"
          />
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
