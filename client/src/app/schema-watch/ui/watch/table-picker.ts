import { Component, computed, input, output, signal } from '@angular/core';
import { Icon } from '../../../shared/ui/icon/icon';
import { findChoices, MAX_CHOICES } from '../../data/table-choice';
import type { TableChoice } from '../../data/table-choice';
import { counted } from '../../data/watch-words';

/** A list of tables with a check box each, and a field that narrows it. */
@Component({
  selector: 'dw-table-picker',
  imports: [Icon],
  template: `
    <div class="dw-input dw-form">
      <dw-icon name="search" [size]="14" />
      <input
        #box
        type="search"
        aria-label="Find tables"
        placeholder="Table, parent or extension"
        maxlength="200"
        [value]="search()"
        (input)="search.set(box.value)"
        (keydown.enter)="$event.preventDefault()"
      />
    </div>
    <div class="list" role="group" [attr.aria-label]="label()">
      @for (one of shown(); track one.name) {
        <label class="dw-check">
          <input type="checkbox" [checked]="chosen().includes(one.name)" (change)="toggled.emit(one.name)" />
          <span class="dw-mono">{{ one.name }}</span>
          <span class="note" [title]="one.note">{{ one.note }}</span>
        </label>
      } @empty {
        <p class="note">{{ choices().length === 0 ? emptyText() : 'No matching tables' }}</p>
      }
      @if (more(); as more) {
        <p class="note">{{ more }} more. Search to narrow the list.</p>
      }
    </div>
    <p class="note dw-num" role="status">{{ countText() }}</p>
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: var(--dw-space-2);
    }
    .list {
      display: flex;
      flex-direction: column;
      max-height: 216px;
      overflow: auto;
      padding: var(--dw-space-1) 0;
      border: 1px solid var(--dw-line-2);
      border-radius: var(--dw-radius-2);
    }
    .list > .dw-check {
      flex: none;
      min-height: 24px;
      padding: 0 var(--dw-space-2);
      font-size: var(--dw-text-dense);
      line-height: var(--dw-lh-dense);
    }
    .list > .dw-check:hover {
      background: var(--dw-bg-hover);
    }
    .list > p {
      padding: var(--dw-space-1) var(--dw-space-2);
    }
    .note {
      font-size: var(--dw-text-dense);
      line-height: var(--dw-lh-dense);
      color: var(--dw-text-3);
    }
    .dw-check > .note {
      min-width: 0;
      margin-left: auto;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
  `,
})
export class TablePicker {
  readonly label = input.required<string>();
  readonly choices = input.required<readonly TableChoice[]>();
  readonly chosen = input.required<readonly string[]>();
  readonly emptyText = input.required<string>();
  readonly toggled = output<string>();

  protected readonly search = signal('');
  private readonly found = computed(() => findChoices(this.choices(), this.search()));
  protected readonly shown = computed(() => this.found().slice(0, MAX_CHOICES));
  protected readonly more = computed(() => Math.max(0, this.found().length - MAX_CHOICES));
  protected readonly countText = computed(() => `${counted(this.chosen().length, 'table')} selected`);
}
