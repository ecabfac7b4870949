import { Component, inject } from '@angular/core';
import type { RejectMode } from '#libs/api';
import { MAX_SHOWN_ROWS } from '#libs/imports';
import { Field } from '../../shared/ui/field/field';
import { FieldControl } from '../../shared/ui/field/field-control';
import { Icon } from '../../shared/ui/icon/icon';
import { Segments } from '../../shared/ui/segments';
import type { Segment } from '../../shared/ui/segments';
import { ImportForm } from '../data/import-form';

const TABLES: readonly Segment<'new' | 'existing'>[] = [
  { value: 'new', label: 'New table' },
  { value: 'existing', label: 'Existing table' },
];
const REJECTS: readonly Segment<RejectMode>[] = [
  { value: 'stop', label: 'All rows or none' },
  { value: 'skip', label: 'Skip rejected rows' },
];
const REJECT_HELP: Record<RejectMode, string> = {
  stop: 'The first row that the database rejects ends the import. Nothing is changed.',
  skip: 'The other rows are imported. Rejected rows are in a file with row, column and reason.',
};

/** Where the rows go: connection, schema, table, and what happens to rows that the database rejects. */
@Component({
  selector: 'dw-target-form',
  imports: [Field, FieldControl, Icon, Segments],
  templateUrl: './target-form.html',
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: var(--dw-space-3);
    }
    .help {
      font-size: var(--dw-text-dense);
      line-height: var(--dw-lh-dense);
      color: var(--dw-text-3);
    }
    .choice {
      display: flex;
      flex-direction: column;
      gap: var(--dw-space-1);
      align-items: flex-start;
    }
    .label {
      font-size: var(--dw-text-dense);
      font-weight: var(--dw-weight-medium);
      line-height: var(--dw-lh-dense);
    }
  `,
})
export class TargetForm {
  protected readonly form = inject(ImportForm);
  protected readonly mostShown = MAX_SHOWN_ROWS.toLocaleString('en');
  protected readonly tableKinds = TABLES;
  protected readonly rejectModes = REJECTS;
  protected readonly rejectHelp = REJECT_HELP;
}
