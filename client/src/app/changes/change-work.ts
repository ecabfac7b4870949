import { inject, Service, signal } from '@angular/core';
import type { ChangeConflict, ChangeSetDetails, ConflictChoice } from '#libs/api';
import { Dialogs } from '../shared/ui/dialog/dialogs';
import { Toasts } from '../shared/ui/toast/toasts';
import { outcomeOf, outcomeToast } from '../shared/changes/data/action-outcome';
import type { FailedAction } from '../shared/changes/data/action-outcome';
import type { ChangeActionName } from '../shared/changes/data/change-actions';
import { ChangesApi } from '../shared/changes/data/changes-api';
import { ChangesStore } from './data/changes.store';
import { CommentDrafts } from './data/comment-drafts';
import { NewChangeDialog } from './ui/new-change-dialog';
import type { NewChangeDialogData } from './ui/new-change-dialog';
import { RefuseDialog } from './ui/refuse-dialog';
import type { RefuseDialogData } from './ui/refuse-dialog';

const FAILURES: Readonly<Record<ChangeActionName | 'edit', string>> = {
  rehearse: "Couldn't rehearse",
  propose: "Couldn't propose",
  approve: "Couldn't approve",
  refuse: "Couldn't refuse",
  apply: "Couldn't apply",
  reopen: "Couldn't reopen",
  undo: "Couldn't create the undo",
  delete: "Couldn't delete",
  edit: "Couldn't settle the conflict",
};

/** Performs what a person does with the open change set, one action at a time. */
@Service({ autoProvided: false })
export class ChangeWork {
  private readonly api = inject(ChangesApi);
  private readonly store = inject(ChangesStore);
  private readonly drafts = inject(CommentDrafts);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);
  private readonly current = signal<ChangeActionName | 'edit' | null>(null);

  /** The action that is under way. */
  readonly busy = this.current.asReadonly();

  /** Asks for a new draft; its id, or null where none was made. */
  async create(): Promise<string | null> {
    let made: string | null = null;
    const create: NewChangeDialogData['create'] = async (input) => {
      made = (await this.api.create(input)).id;
      await this.store.list.load();
    };
    const options = { data: { create }, width: 560, isForm: true };
    await this.dialogs.open<NewChangeDialog, boolean, NewChangeDialogData>(NewChangeDialog, options);
    return made;
  }

  /** Performs an action. Returns the id to open next, null to close the change set, undefined to stay. */
  async perform(name: ChangeActionName): Promise<string | null | undefined> {
    const change = this.change();
    if (change === null || this.current() !== null) return undefined;
    if (name === 'refuse') return this.refuse(change);
    if (name === 'delete') return this.remove(change);
    const answer = await this.attempt(name, change, () => this.call(name, change));
    if (answer === null) return undefined;
    await this.store.take(answer);
    return name === 'undo' ? answer.id : undefined;
  }

  /** Settles a conflict by an edit, and rehearses again. */
  async settle(conflict: ChangeConflict, choice: ConflictChoice): Promise<void> {
    const change = this.change();
    if (change === null || this.current() !== null) return;
    const answer = await this.attempt('edit', change, async () => {
      const edited = await this.api.settle(change, conflict.item, choice);
      return this.api.rehearse(edited.id);
    });
    if (answer !== null) await this.store.take(answer);
  }

  /** Adds a comment; whether it was taken. */
  async comment(text: string): Promise<boolean> {
    const change = this.change();
    if (change === null) return false;
    try {
      await this.store.take(await this.api.comment(change.id, text));
      return true;
    } catch (error) {
      this.toasts.showFailure("Couldn't add the comment", error);
      return false;
    }
  }

  private change(): ChangeSetDetails | null {
    return this.store.open()?.details.value() ?? null;
  }

  private call(
    name: Exclude<ChangeActionName, 'refuse' | 'delete'>,
    change: ChangeSetDetails,
  ): Promise<ChangeSetDetails> {
    if (name === 'rehearse' || name === 'undo') return this.api[name](change.id);
    return this.api[name](change);
  }

  private async refuse(change: ChangeSetDetails): Promise<undefined> {
    const refuse: RefuseDialogData['refuse'] = async (reason) => {
      try {
        await this.store.take(await this.api.refuse(change.id, reason));
      } catch (error) {
        if ((await this.readOutcome({ name: 'refuse', before: change, error })) !== 'done') throw error;
      }
    };
    const options = { data: { title: change.title, refuse }, isForm: true };
    await this.dialogs.open<RefuseDialog, boolean, RefuseDialogData>(RefuseDialog, options);
  }

  private async remove(change: ChangeSetDetails): Promise<null | undefined> {
    const isSure = await this.dialogs.confirm({
      heading: `Delete ${change.title}?`,
      text: 'Its edits, rehearsal and comments are deleted. The database is not changed.',
      action: change.state === 'draft' ? 'Delete draft' : 'Delete change set',
      isDangerous: true,
    });
    if (!isSure) return undefined;
    const isGone = await this.attempt(
      'delete',
      change,
      async () => {
        await this.api.remove(change.id);
        return true;
      },
      true,
    );
    if (isGone === null) return undefined;
    this.drafts.drop(change.id);
    await this.store.list.load();
    return null;
  }

  /**
   * What failed may have changed the change set, as an apply that differs from its rehearsal does: it is read again. Where
   * only the answer was lost, that says whether it was done; then the result is `lost`.
   */
  private async attempt<T>(
    name: ChangeActionName | 'edit',
    change: ChangeSetDetails,
    work: () => Promise<T>,
    lost: T | null = null,
  ): Promise<T | null> {
    this.current.set(name);
    try {
      return await work();
    } catch (error) {
      const failed = { name, before: change, error };
      const outcome = await this.readOutcome(failed);
      const title = `${FAILURES[name]} ${name === 'edit' ? '' : change.title}`.trim();
      this.toasts.show(outcomeToast(failed, outcome, title));
      return outcome === 'done' ? lost : null;
    } finally {
      this.current.set(null);
    }
  }

  private async readOutcome(failed: FailedAction): Promise<ReturnType<typeof outcomeOf>> {
    await this.store.reload();
    const open = this.store.open();
    return outcomeOf(failed, open?.id === failed.before.id ? open : null);
  }
}
