import {
  afterNextRender,
  Component,
  computed,
  effect,
  ElementRef,
  inject,
  Injector,
  input,
  linkedSignal,
  output,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import type { Cell, FilterOp, ResultColumn, ResultFilter, ValueCount } from '#libs/api';
import { countText, filterFaults } from '#libs/results';
import { Icon } from '../../../../../shared/ui/icon/icon';
import { IconButton } from '../../../../../shared/ui/icon-button';
import { booleanChoices, booleanWord } from '../boolean-choices';
import { filterOps } from '../filter-label';
import { typedCondition } from '../typed-condition';
import { enteredFilter } from '../value-filter';

/** Asks for the condition on one column: how values are compared, and with what. */
@Component({
  selector: 'dw-filter-editor',
  imports: [Icon, IconButton],
  templateUrl: './filter-editor.html',
  styleUrl: './filter-editor.css',
  host: { '(keydown.escape)': '$event.stopPropagation(); closed.emit()' },
})
export class FilterEditor {
  readonly columns = input.required<readonly ResultColumn[]>();
  /** The column's place in the result. */
  readonly place = input.required<number>();
  /** The condition that the column has; null for none. */
  readonly filter = input<ResultFilter | null>(null);
  /** Reads the most frequent values of the column. Rejects with an ApiProblem. */
  readonly readTop = input.required<(column: number) => Promise<readonly ValueCount[]>>();
  readonly applied = output<ResultFilter>();
  readonly cleared = output();
  readonly closed = output();

  private readonly injector = inject(Injector);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly first = viewChild<ElementRef<HTMLElement>>('first');
  private readonly top = signal<readonly ValueCount[]>([]);
  protected readonly column = computed(
    () => this.columns()[this.place()] ?? { name: '', type: '', kind: 'other' as const, table: null },
  );
  protected readonly ops = computed(() => filterOps(this.column().kind));
  protected readonly entered = linkedSignal<ResultFilter>(
    () => this.filter() ?? { column: this.place(), op: this.ops()[0]?.op ?? 'equals' },
  );
  protected readonly face = computed(() => FACES[this.entered().op] ?? 'value');
  protected readonly hasCase = computed(() => this.face() !== 'none' && this.ops()[0]?.op === 'contains');
  protected readonly isBoolean = computed(() => this.column().kind === 'boolean');
  /** Whether `>5` or `1..9` may be typed for a value. */
  protected readonly takesOperators = computed(() => this.ops().some(({ op }) => op === 'greater_than'));
  protected readonly choices = computed(() => {
    const chosen = this.chosen();
    const counted = this.isBoolean() ? booleanChoices(this.top()) : this.top();
    const others = chosen.filter((value) => !counted.some((one) => one.value === value));
    return [...counted, ...others.map((value) => ({ value, count: null }))].map(({ value, count }) => ({
      value,
      label: value === null ? 'NULL' : value === '' ? "''" : value,
      count: count === null ? '' : countText(count),
      isChecked: chosen.includes(value),
    }));
  });
  private readonly chosen = computed(() => {
    const values = this.entered().values ?? [];
    return this.isBoolean() ? values.map(booleanWord) : values;
  });
  /** Why the condition cannot be applied; null until that was tried. */
  protected readonly fault = linkedSignal<ResultFilter, string | null>({
    source: this.entered,
    computation: () => null,
  });

  constructor() {
    afterNextRender(() => this.focusFirst());
    effect(() => {
      if (this.face() === 'values' && untracked(this.top).length === 0) untracked(() => void this.loadTop());
    });
  }

  protected choose(event: Event): void {
    const op = (event.target as HTMLSelectElement).value as FilterOp;
    this.entered.update((entered) => ({ ...entered, op }));
    afterNextRender(() => this.focusFirst(), { injector: this.injector });
  }

  protected type(member: 'value' | 'from' | 'to', event: Event): void {
    const { value } = event.target as HTMLInputElement;
    this.entered.update((entered) => ({ ...entered, [member]: value }));
  }

  protected check(value: Cell): void {
    const values = this.chosen();
    this.entered.update((entered) => {
      const isChecked = values.includes(value);
      return { ...entered, values: isChecked ? values.filter((one) => one !== value) : [...values, value] };
    });
  }

  protected add(field: HTMLInputElement): void {
    const { value } = field;
    if (value !== '' && !(this.entered().values ?? []).includes(value)) this.check(value);
    field.value = '';
    field.focus();
  }

  protected toggleCase(): void {
    this.entered.update((entered) => ({ ...entered, case_sensitive: entered.case_sensitive !== true }));
  }

  protected apply(event: Event): void {
    event.preventDefault();
    const filter = enteredFilter(this.withOperator(this.withTyped()));
    const [fault] = filter ? filterFaults([filter], this.columns()) : [];
    if (fault) this.fault.set(fault.detail);
    else if (filter) this.applied.emit(filter);
    else this.cleared.emit();
  }

  /** The first field, or the first choice where values are only chosen. */
  private focusFirst(): void {
    const field = this.first()?.nativeElement ?? this.host.querySelector<HTMLElement>('.values input');
    field?.focus();
  }

  /** What was typed as a value may spell another condition, such as `>5`. */
  private withOperator(entered: ResultFilter): ResultFilter {
    const { column, op, from, to } = entered;
    const hasOneText = op === 'equals' || (op === 'between' && !to);
    const typed = op === 'equals' ? entered.value : from;
    const condition = this.takesOperators() && hasOneText && typed ? typedCondition(typed) : null;
    return condition === null ? entered : { column, ...condition };
  }

  /** A value that was typed but not added counts as well. */
  private withTyped(): ResultFilter {
    const field = this.face() === 'values' ? (this.first()?.nativeElement as HTMLInputElement | undefined) : undefined;
    if (field && field.value !== '') this.add(field);
    return this.entered();
  }

  private async loadTop(): Promise<void> {
    // Without them, values can still be typed.
    this.top.set(await this.readTop()(this.place()).catch(() => []));
  }
}

const FACES: Partial<Record<FilterOp, 'range' | 'values' | 'none'>> = {
  between: 'range',
  in: 'values',
  not_in: 'values',
  is_null: 'none',
  is_not_null: 'none',
};
