import { Component, inject, signal } from '@angular/core';
import type { StorageArea, StorageOverview } from '#libs/api';
import { bytesText } from '#libs/results';
import { Loaded } from '../../shared/http/loaded';
import { LoadState } from '../../shared/ui/state/load-state';
import { Toasts } from '../../shared/ui/toast/toasts';
import { AdminApi } from '../data/admin-api';
import { AREA_WORDS } from '../data/admin-words';

/** What the state directory takes on disk, and a way to remove unneeded files. */
@Component({
  selector: 'dw-storage-card',
  imports: [LoadState],
  template: `
    <header><h2 id="storage-title">Storage</h2></header>
    <dw-load-state [source]="storage" what="the storage" subject="The storage" [rows]="7" [rowHeight]="44" />
    @if (storage.value(); as value) {
      <table class="dw-things" aria-labelledby="storage-title">
        <tbody>
          @for (one of value.items; track one.area) {
            <tr>
              <td>
                <div class="dw-lines">
                  <span>{{ words[one.area].name }}</span
                  ><span class="dw-clip" [title]="words[one.area].text">{{ words[one.area].text }}</span>
                </div>
              </td>
              <td class="dw-num dw-number">{{ size(one.bytes) }}</td>
              <td class="dw-num dw-number">
                {{ one.files.toLocaleString('en') }} {{ one.files === 1 ? 'file' : 'files' }}
              </td>
              <td>
                @if (one.can_clean) {
                  <button
                    type="button"
                    class="dw-btn dw-sm"
                    [attr.aria-label]="'Clean up ' + words[one.area].name"
                    [attr.aria-busy]="cleaning() === one.area || null"
                    (click)="cleanUp(one.area, one.bytes)"
                  >
                    Clean up
                  </button>
                }
              </td>
            </tr>
          }
        </tbody>
      </table>
      <p class="words">
        {{ size(value.free_bytes) }} free on the disk. Clean up deletes results not read for ten minutes and checkpoints
        the state.
      </p>
    }
  `,
  styleUrl: './card.css',
})
export class StorageCard {
  private readonly api = inject(AdminApi);
  private readonly toasts = inject(Toasts);
  protected readonly storage = new Loaded<StorageOverview>(() => this.api.storage());
  protected readonly cleaning = signal<StorageArea | null>(null);
  protected readonly words = AREA_WORDS;
  protected readonly size = bytesText;

  constructor() {
    void this.storage.load();
  }

  protected async cleanUp(area: StorageArea, before: number): Promise<void> {
    if (this.cleaning() !== null) return;
    this.cleaning.set(area);
    try {
      const overview = await this.api.cleanUp(area);
      this.storage.update(() => overview);
      const freed = Math.max(0, before - (overview.items.find((one) => one.area === area)?.bytes ?? 0));
      this.toasts.show({ tone: 'success', title: `${bytesText(freed)} freed` });
    } catch (error) {
      this.toasts.showFailure('Nothing was cleaned up', error);
    } finally {
      this.cleaning.set(null);
    }
  }
}
