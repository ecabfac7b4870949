import { Component, computed, effect, ElementRef, inject, input, output } from '@angular/core';
import type { ReferencedRow } from '#libs/api';
import { ReferenceSearch } from '../reference-search';

/** The id of the list, which the field of the editor names; there is one editor at a time. */
export const REFERENCED_LIST = 'dw-referenced-rows';

/** The rows that a cell can refer to, under its field. The keys stay with the field. */
@Component({
  selector: 'dw-referenced-list',
  // The focus stays in the field.
  host: { '(pointerdown)': '$event.preventDefault()', '(click)': 'pick($event.target)' },
  template: `
    @if (search.found(); as found) {
      @if (found.reason; as reason) {
        <p class="note" role="status">{{ reason }}</p>
      } @else {
        <ul role="listbox" [id]="id" [attr.aria-label]="label()">
          @for (row of found.items; track row.key; let place = $index) {
            <li
              role="option"
              [id]="id + '-' + place"
              [attr.aria-selected]="place === search.active()"
              [class.on]="place === search.active()"
            >
              <span class="key dw-mono">{{ row.key === '' ? "''" : row.key }}</span>
              <span class="dw-clip">{{ row.label }}</span>
              @if (row.key === current()) {
                <span class="now">now</span>
              }
            </li>
          } @empty {
            <li class="note" role="option" aria-disabled="true" aria-selected="false">No row matches</li>
          }
        </ul>
        @if (found.is_incomplete) {
          <p class="note">The first {{ found.items.length }}. Type a part of the key or the name.</p>
        }
      }
    }
  `,
  styles: `
    ul {
      max-height: 216px;
      margin: 0;
      padding: 0;
      overflow: auto;
      list-style: none;
    }
    li {
      display: flex;
      gap: 8px;
      align-items: baseline;
      min-height: 24px;
      padding: 4px 8px;
      border-radius: var(--dw-radius-2);
      cursor: pointer;
    }
    li:hover,
    li.on {
      background: var(--dw-bg-active);
    }
    .key {
      flex: none;
    }
    .now {
      margin-left: auto;
      font-size: var(--dw-text-micro);
      color: var(--dw-text-3);
    }
    .note {
      margin: 0;
      padding: 4px 8px;
      color: var(--dw-text-2);
      cursor: default;
    }
  `,
})
export class ReferencedList {
  /** The key that the cell has now. */
  readonly current = input.required<string | null>();
  readonly picked = output<ReferencedRow>();

  protected readonly search = inject(ReferenceSearch);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  protected readonly id = REFERENCED_LIST;
  protected readonly label = computed(() => {
    const references = this.search.found()?.references;
    return references ? `Rows of ${references.schema}.${references.table}` : 'Rows';
  });

  constructor() {
    effect(() => {
      const active = this.search.active();
      if (active !== null) this.host.querySelector(`[id="${this.id}-${active}"]`)?.scrollIntoView({ block: 'nearest' });
    });
  }

  protected pick(target: EventTarget | null): void {
    const option = target instanceof Element ? target.closest('[role="option"]') : null;
    const row = this.search.found()?.items[Number(option?.id.slice(this.id.length + 1) ?? Number.NaN)];
    if (row) this.picked.emit(row);
  }
}
