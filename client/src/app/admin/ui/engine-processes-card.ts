import { Component, computed, input } from '@angular/core';
import type { AdminConnection, AdminEngineProcess, EngineConfinement } from '#libs/api';
import { bytesText } from '#libs/results';
import { Moment } from '../../shared/time/moment';
import { Icon } from '../../shared/ui/icon/icon';
import { CONFINEMENT_LABELS, ENGINE_LABELS, processUse } from '../data/engine-process-labels';

/** The child processes of the workbench (engines, plugins, programs of backups), and whether they are confined. */
@Component({
  selector: 'dw-engine-processes-card',
  imports: [Icon, Moment],
  template: `
    <header><h2 id="engine-processes-title">Child processes</h2></header>
    <p class="words">{{ confinementText() }}</p>
    @if (hosts().length > 0) {
      <table class="dw-things" aria-labelledby="engine-processes-title">
        <thead>
          <tr>
            <th scope="col">Used by</th>
            <th scope="col">Program</th>
            <th scope="col">Process</th>
            <th scope="col">Memory</th>
            <th scope="col">Confinement</th>
            <th scope="col">Started</th>
          </tr>
        </thead>
        <tbody>
          @for (one of hosts(); track one.pid) {
            <tr>
              <td>{{ use(one) }}</td>
              <td>{{ engines[one.engine] }}</td>
              <td class="dw-num">{{ one.pid }}</td>
              <td class="dw-num">{{ one.memory_bytes === null ? '' : size(one.memory_bytes) }}</td>
              <td>
                @if (one.confined) {
                  <span class="dw-state dw-success"><dw-icon name="circle-check" [size]="14" />Confined</span>
                } @else {
                  <span class="dw-state dw-warn"><dw-icon name="triangle-alert" [size]="14" />Not confined</span>
                }
              </td>
              <td><dw-moment [at]="one.started_at" /></td>
            </tr>
          }
        </tbody>
      </table>
    } @else {
      <p class="words">
        No child process is running. One starts when a DuckDB, SQLite or folder connection is used, or a backup or
        plugin runs.
      </p>
    }
  `,
  styleUrl: './card.css',
})
export class EngineProcessesCard {
  readonly hosts = input.required<readonly AdminEngineProcess[]>();
  readonly confinement = input.required<EngineConfinement>();
  readonly connections = input.required<readonly AdminConnection[]>();
  protected readonly size = bytesText;
  protected readonly engines = ENGINE_LABELS;
  protected readonly confinementText = computed(() => CONFINEMENT_LABELS[this.confinement()]);
  private readonly names = computed(() => new Map(this.connections().map(({ id, name }) => [id, name])));

  protected use(one: AdminEngineProcess): string {
    return processUse(one, this.names());
  }
}
