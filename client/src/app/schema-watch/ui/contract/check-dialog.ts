import { DIALOG_DATA } from '@angular/cdk/dialog';
import { Component, computed, DestroyRef, inject, signal } from '@angular/core';
import type { Connection, ContractCheck } from '#libs/api';
import { ApiProblem } from '../../../shared/http/api-problem';
import { DialogFrame } from '../../../shared/ui/dialog/dialog-frame';
import { FormActions } from '../../../shared/ui/dialog/form-actions';
import { Field } from '../../../shared/ui/field/field';
import { FieldControl } from '../../../shared/ui/field/field-control';
import { Icon } from '../../../shared/ui/icon/icon';
import { SchemaWatchApi } from '../../data/schema-watch-api';
import { CheckResult } from './check-result';

/** The connection whose contract a migration is checked against. */
export interface CheckDialogData {
  connection: Connection;
  contract: string;
}

/** What a check has found, or why it could not be made. */
interface CheckOutcome {
  readonly sql: string;
  readonly found: ContractCheck | null;
  readonly problem: ApiProblem | null;
}

/** Tries a migration out and reports what it would break. What was typed stays, so that it can be mended and tried again. */
@Component({
  selector: 'dw-check-dialog',
  imports: [CheckResult, DialogFrame, Field, FieldControl, FormActions, Icon],
  template: `
    <form novalidate autocomplete="off" (submit)="$event.preventDefault(); check(sql.value)">
      <dw-dialog-frame heading="Check a migration">
        <div dwDialogBody class="fields">
          <p class="dw-t2 remark">
            The statements run on <strong>{{ data.connection.name }}</strong> in one transaction that is always rolled
            back. Locks are held until then. Sequences and side effects outside the database are not undone.
          </p>
          <dw-field label="SQL" help="Without BEGIN and COMMIT." [error]="mistake()">
            <textarea
              #sql
              class="dw-input dw-form dw-mono"
              dwFieldControl
              rows="8"
              spellcheck="false"
              (input)="typed.set(sql.value)"
              (keydown.control.enter)="check(sql.value)"
              (keydown.meta.enter)="check(sql.value)"
            ></textarea>
          </dw-field>
          <div class="outcome" role="status">
            @if (shown()?.found; as found) {
              <dw-check-result [check]="found" />
            }
          </div>
          <div class="outcome" role="alert">
            @if (shown()?.problem; as problem) {
              <div class="dw-note dw-danger">
                <dw-icon name="circle-x" [size]="14" />
                <div>
                  @if (problem.errors.length > 1) {
                    <p>This can't be checked. Nothing was run.</p>
                    @for (error of problem.errors; track $index) {
                      <p>{{ error.detail }}</p>
                    }
                  } @else {
                    <p>{{ problem.detail }}</p>
                  }
                </div>
              </div>
            }
          </div>
        </div>
        <dw-form-actions dwDialogActions action="Check" leave="Close" [isSending]="isChecking()" />
      </dw-dialog-frame>
    </form>
  `,
  styleUrl: './check-dialog.css',
})
export class CheckDialog {
  private readonly api = inject(SchemaWatchApi);
  protected readonly data = inject<CheckDialogData>(DIALOG_DATA);
  private readonly leaving = new AbortController();

  protected readonly isChecking = signal(false);
  protected readonly typed = signal('');
  private readonly outcome = signal<CheckOutcome | null>(null);
  /** What was found of the statements as they are typed; null where others were checked. */
  protected readonly shown = computed(() => {
    const outcome = this.outcome();
    return outcome?.sql === this.typed() ? outcome : null;
  });
  protected readonly mistake = signal<string | undefined>(undefined);

  constructor() {
    inject(DestroyRef).onDestroy(() => this.leaving.abort());
  }

  protected async check(sql: string): Promise<void> {
    if (this.isChecking()) return;
    this.mistake.set(sql.trim() === '' ? 'Enter the statements of the migration.' : undefined);
    if (this.mistake() !== undefined) return;
    this.typed.set(sql);
    this.outcome.set(null);
    this.isChecking.set(true);
    try {
      const found = await this.api.check(this.data.connection.id, { sql }, this.leaving.signal);
      this.outcome.set({ sql, found, problem: null });
    } catch (error) {
      this.outcome.set({ sql, found: null, problem: ApiProblem.from(error) });
    } finally {
      this.isChecking.set(false);
    }
  }
}
