import { Component, computed, inject } from '@angular/core';
import type { ColumnDetails } from '#libs/api';
import { Icon } from '../../shared/ui/icon/icon';
import { ImportForm } from '../data/import-form';

/** The columns of the file, and the column of the table that each fills. */
@Component({
  selector: 'dw-mapping-table',
  imports: [Icon],
  templateUrl: './mapping-table.html',
  styleUrl: './mapping-table.css',
})
export class MappingTable {
  protected readonly form = inject(ImportForm);
  protected readonly types = computed(() => new Map(this.kinds()));
  protected readonly isAll = computed(() => this.form.draft().every(({ isIncluded }) => isIncluded));
  private readonly kinds = computed(() =>
    (this.form.record()?.preview?.columns ?? []).map(({ name, type }) => [name, type] as const),
  );

  /** A column of the table fills the file's one; an empty choice leaves it out. */
  protected choose(source: string, target: string): void {
    this.form.change(source, { target, isIncluded: target !== '' });
  }

  /** What a column of the table takes, as it is listed. */
  protected label({ name, type, nullable }: ColumnDetails): string {
    return `${name} · ${type}${nullable ? '' : ' · NOT NULL'}`;
  }
}
