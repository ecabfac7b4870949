import { Component, inject, signal } from '@angular/core';
import type { LicenceList } from '#libs/api';
import { Loaded } from '../../shared/http/loaded';
import { Icon } from '../../shared/ui/icon/icon';
import { LoadState } from '../../shared/ui/state/load-state';
import { AdminApi } from '../data/admin-api';

/** What the workbench is made of, and under which licences. */
@Component({
  selector: 'dw-licences-card',
  imports: [Icon, LoadState],
  template: `
    <header>
      <h2 id="licences-title">Licences</h2>
      <button type="button" class="dw-btn dw-sm" [attr.aria-expanded]="isOpen()" (click)="toggle()">
        <dw-icon [name]="isOpen() ? 'chevron-down' : 'chevron-right'" [size]="14" />{{ isOpen() ? 'Hide' : 'Show' }}
      </button>
    </header>
    @if (isOpen()) {
      <dw-load-state [source]="licences" what="licences" />
      @if (licences.value(); as list) {
        <table class="dw-things" aria-labelledby="licences-title">
          <tbody>
            @for (one of list.items; track one.name) {
              <tr>
                <td class="dw-mono">{{ one.name }}</td>
                <td class="dw-mono">{{ one.version }}</td>
                <td>{{ one.licence }}</td>
              </tr>
            }
          </tbody>
        </table>
      }
    }
  `,
  styleUrl: './card.css',
})
export class LicencesCard {
  private readonly api = inject(AdminApi);
  protected readonly licences = new Loaded<LicenceList>(() => this.api.licences());
  protected readonly isOpen = signal(false);

  protected toggle(): void {
    this.isOpen.update((isOpen) => !isOpen);
    if (this.licences.value() === null) void this.licences.load();
  }
}
