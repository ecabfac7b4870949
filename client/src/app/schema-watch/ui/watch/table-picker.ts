import { Component, computed, input, output, signal } from '@angular/core';
import type { Loaded } from '../../../shared/http/loaded';
import { Icon } from '../../../shared/ui/icon/icon';
import { FailedState } from '../../../shared/ui/state/failed-state';
import { LoadingState } from '../../../shared/ui/state/loading-state';
import { findChoices, groupChoices, groupState, MAX_CHOICES, shortName, toggled } from '../../data/table-choice';
import type { TableChoice, TableGroup } from '../../data/table-choice';
import { counted } from '../../data/watch-words';

/** A list of tables by schema with a check box each and one for each schema, and a field that narrows it. */
@Component({
  selector: 'dw-table-picker',
  imports: [FailedState, Icon, LoadingState],
  template: `
    @switch (list().state()) {
      @case ('loading') {
        <dw-loading-state label="Loading tables" [rows]="6" />
      }
      @case ('failed') {
        <dw-failed-state heading="Couldn't load the tables" [problem]="list().problem()">
          <button type="button" class="dw-btn" (click)="list().load()">
            <dw-icon name="refresh-cw" [size]="14" />Try again
          </button>
        </dw-failed-state>
      }
      @default {
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
          @for (group of groups(); track group.schema) {
            @let state = stateOf(group);
            <label class="dw-check schema">
              <input
                type="checkbox"
                [checked]="state === 'all'"
                [indeterminate]="state === 'some'"
                (change)="toggle(group.names)"
              />
              <span class="dw-clip">{{ group.schema ?? 'Not in the last snapshot' }}</span>
              <span class="note dw-num">{{ count(group.names.length) }}</span>
            </label>
            @for (one of group.shown; track one.name) {
              <label class="dw-check table">
                <input
                  type="checkbox"
                  [attr.aria-label]="(one.name + ' ' + one.note).trim()"
                  [checked]="chosenNames().has(one.name)"
                  (change)="toggle([one.name])"
                />
                <span class="dw-mono dw-clip" [title]="one.name">{{ shortName(one) }}</span>
                <span class="note" [title]="one.note">{{ one.note }}</span>
              </label>
            }
          } @empty {
            <p class="note">{{ choices().length === 0 ? emptyText() : 'No matching tables' }}</p>
          }
          @if (more(); as more) {
            <p class="note">{{ more }} more. Search to narrow the list.</p>
          }
        </div>
        <p class="note dw-num" role="status">{{ countText() }}</p>
      }
    }
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
    .list > .schema {
      font-weight: var(--dw-weight-medium);
    }
    .list > .table {
      padding-left: var(--dw-space-6);
    }
    .list > p {
      padding: var(--dw-space-1) var(--dw-space-2);
    }
    .note {
      font-size: var(--dw-text-dense);
      line-height: var(--dw-lh-dense);
      color: var(--dw-text-3);
    }
    /* Names of partitions differ at their ends: the note gives way. */
    .table > .dw-mono {
      flex: none;
      max-width: 75%;
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
  /** What the choices are made from: its state is shown until it is ready. */
  readonly list = input.required<Loaded<unknown>>();
  readonly label = input.required<string>();
  readonly choices = input.required<readonly TableChoice[]>();
  readonly chosen = input.required<readonly string[]>();
  readonly emptyText = input.required<string>();
  /** The names that are chosen after a change. */
  readonly chosenChange = output<string[]>();

  protected readonly search = signal('');
  private readonly found = computed(() => findChoices(this.choices(), this.search()));
  protected readonly groups = computed(() => groupChoices(this.found()));
  protected readonly chosenNames = computed(() => new Set(this.chosen()));
  protected readonly more = computed(() => Math.max(0, this.found().length - MAX_CHOICES));
  protected readonly countText = computed(() => `${counted(this.chosen().length, 'table')} selected`);
  protected readonly count = (tables: number): string => counted(tables, 'table');

  protected readonly shortName = shortName;

  protected stateOf(group: TableGroup): ReturnType<typeof groupState> {
    return groupState(group, this.chosenNames());
  }

  /** Selects all of some tables, or clears them where all are selected. */
  protected toggle(names: readonly string[]): void {
    this.chosenChange.emit(toggled(this.chosen(), names));
  }
}
