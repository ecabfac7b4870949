import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, ElementRef, inject, signal } from '@angular/core';
import type { SavedQuery } from '#libs/api';
import { Identity } from '../../../shared/identity/identity';
import { ApiProblem } from '../../../shared/http/api-problem';
import { DialogFrame } from '../../../shared/ui/dialog/dialog-frame';
import { Field } from '../../../shared/ui/field/field';
import { FieldControl } from '../../../shared/ui/field/field-control';
import { Icon } from '../../../shared/ui/icon/icon';
import { foldersOf } from '../saved-folders';
import { SavedQueriesApi } from '../saved-queries-api';
import { SavedQueriesStore } from '../saved-queries.store';

/** What the dialog starts from: a query to rename, or null to save a text under its first name. */
export interface SavedQueryDialogData {
  readonly query: SavedQuery | null;
  readonly sql: string;
  readonly connectionId: string;
  readonly name: string;
}

/** Asks for the name and the description of a query. Closes with the query as it was stored. */
@Component({
  selector: 'dw-saved-query-dialog',
  imports: [DialogFrame, Field, FieldControl, Icon],
  templateUrl: './saved-query-dialog.html',
  styles: `
    :host,
    form {
      display: contents;
    }
    .fields {
      display: flex;
      flex-direction: column;
      gap: var(--dw-space-3);
    }
    textarea {
      height: auto;
      padding-block: 6px;
      resize: vertical;
    }
  `,
})
export class SavedQueryDialog {
  private readonly api = inject(SavedQueriesApi);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  protected readonly data = inject<SavedQueryDialogData>(DIALOG_DATA);
  protected readonly dialog = inject<DialogRef<SavedQuery>>(DialogRef);

  protected readonly name = signal(this.data.name);
  protected readonly isShared = signal(this.data.query?.shared ?? false);
  /** Alone there is nobody to share with. */
  protected readonly hasOthers = inject(Identity).hasUsers;
  protected readonly words = signal(this.data.query?.description ?? '');
  protected readonly folder = signal(this.data.query?.folder ?? '');
  private readonly store = inject(SavedQueriesStore);
  protected readonly folders = computed(() =>
    foldersOf(this.store.items()?.filter((query) => query.is_own) ?? []).flatMap(({ name }) =>
      name === '' ? [] : [name],
    ),
  );
  protected readonly isNameLeft = signal(false);
  protected readonly isSaving = signal(false);
  protected readonly problem = signal<ApiProblem | null>(null);
  private readonly takenName = signal<string | null>(null);

  protected readonly nameError = computed(() => {
    const name = this.name().trim();
    if (name === '') return this.isNameLeft() ? 'A query needs a name.' : null;
    return name === this.takenName() ? 'This connection has a query of that name. Choose another one.' : null;
  });

  protected typeName(event: Event): void {
    this.name.set((event.target as HTMLInputElement).value);
  }

  protected async save(): Promise<void> {
    this.isNameLeft.set(true);
    if (this.isSaving()) return;
    if (this.nameError() !== null) {
      this.focusName();
      return;
    }
    this.isSaving.set(true);
    this.problem.set(null);
    try {
      this.dialog.close(await this.send());
    } catch (error) {
      this.refuse(ApiProblem.from(error));
    } finally {
      this.isSaving.set(false);
    }
  }

  private send(): Promise<SavedQuery> {
    const { query, sql, connectionId } = this.data;
    const shared = this.hasOthers() ? { shared: this.isShared() } : {};
    const own = { name: this.name().trim(), description: this.words(), folder: this.folder().trim(), ...shared };
    const input = { ...own, sql, connection_id: connectionId };
    return query ? this.api.change(query.id, { ...input, version: query.version }) : this.api.create(input);
  }

  private refuse(problem: ApiProblem): void {
    if (problem.code !== 'name-taken') {
      this.problem.set(problem);
      return;
    }
    this.takenName.set(this.name().trim());
    this.focusName();
  }

  private focusName(): void {
    this.host.querySelector<HTMLElement>('input')?.focus();
  }
}
