import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import type { Connection, ConnectionAccessEntry, User } from '#libs/api';
import { ApiClient } from '../../http/api-client';
import { ApiProblem } from '../../http/api-problem';
import { Loaded } from '../../http/loaded';
import { Identity } from '../../identity/identity';
import { DialogFrame } from '../../ui/dialog/dialog-frame';
import { FormActions } from '../../ui/dialog/form-actions';
import { Icon } from '../../ui/icon/icon';
import { IconButton } from '../../ui/icon-button';
import { FailedState } from '../../ui/state/failed-state';
import { LoadingState } from '../../ui/state/loading-state';
import { ACCESS_LEVELS, LEVEL_WORDS, subjectOf, subjectsOf } from '../access-form';
import { changedSubjects, withEdits, withSubject } from '../access-form';
import { ConnectionsApi } from '../connections-api';

/** The connection that is opened to people or closed. */
export interface AccessDialogData {
  connection: Connection;
}

/** Says who may use a connection, and how far. Closes with true when that was changed. */
@Component({
  selector: 'dw-access-dialog',
  imports: [DialogFrame, FailedState, FormActions, Icon, IconButton, LoadingState],
  templateUrl: './access-dialog.html',
  styleUrl: './access-dialog.css',
})
export class AccessDialog {
  private readonly api = inject(ConnectionsApi);
  private readonly client = inject(ApiClient);
  private readonly identity = inject(Identity);
  protected readonly connection = inject<AccessDialogData>(DIALOG_DATA).connection;
  private readonly dialog = inject<DialogRef<boolean>>(DialogRef);

  protected readonly levels = ACCESS_LEVELS;
  protected readonly levelWords = LEVEL_WORDS;
  protected readonly stored = new Loaded(() => this.read());
  private readonly changed = signal<readonly ConnectionAccessEntry[] | null>(null);
  private readonly began = computed(() => this.stored.value()?.items ?? []);
  protected readonly items = computed(() => this.changed() ?? this.began());
  protected readonly rows = computed(() =>
    this.items().map(({ subject, level }) => ({ ...subjectOf(subject, this.users()), level })),
  );
  protected readonly others = computed(() => {
    const taken = new Set(this.items().map(({ subject }) => subject));
    return subjectsOf(this.users()).filter(({ subject }) => !taken.has(subject));
  });
  protected readonly isSaving = signal(false);
  protected readonly failure = signal<string | null>(null);
  private readonly users = computed<readonly User[]>(() => this.stored.value()?.users ?? []);

  constructor() {
    void this.stored.load();
  }

  protected add(subject: string): void {
    if (subject !== '') this.changed.set(withSubject(this.items(), subject));
  }

  protected setLevel(subject: string, index: number): void {
    const level = ACCESS_LEVELS[index] ?? 'query';
    this.changed.set(this.items().map((item) => (item.subject === subject ? { subject, level } : item)));
  }

  protected remove(subject: string): void {
    this.changed.set(this.items().filter((item) => item.subject !== subject));
  }

  protected async save(): Promise<void> {
    if (this.isSaving() || this.stored.state() !== 'ready') return;
    this.isSaving.set(true);
    this.failure.set(null);
    try {
      await this.api.setAccess(this.connection.id, this.items(), this.began());
      this.dialog.close(true);
    } catch (error) {
      const problem = ApiProblem.from(error);
      if (problem.code === 'changed-meanwhile') await this.takeOthers();
      else this.failure.set(problem.detail);
    } finally {
      this.isSaving.set(false);
    }
  }

  /** Shows what another person has saved meanwhile, with the changes made here, to be reviewed before it is saved. */
  private async takeOthers(): Promise<void> {
    const [began, edited] = [this.began(), this.items()];
    await this.stored.load();
    const problem = this.stored.problem();
    if (problem !== null) {
      this.failure.set(problem.detail);
      return;
    }
    this.changed.set(withEdits(began, edited, this.began()));
    const names = changedSubjects(began, this.began()).map((subject) => subjectOf(subject, this.users()).name);
    this.failure.set(`Access was changed meanwhile: ${names.join(', ')}. Review it, then save again.`);
  }

  /** The names of people are shown to administrators only; to others, entries for people say their ids. */
  private async read(): Promise<{ items: readonly ConnectionAccessEntry[]; users: readonly User[] }> {
    const [{ items }, users] = await Promise.all([
      this.api.access(this.connection.id),
      this.identity.isAdmin() ? this.client.get('/api/users') : null,
    ]);
    return { items, users: users?.items ?? [] };
  }
}
