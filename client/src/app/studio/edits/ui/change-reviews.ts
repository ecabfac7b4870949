import { computed, effect, inject, Service, signal, untracked } from '@angular/core';
import type { WritableSignal } from '@angular/core';
import type { ChangeConflict, ChangeItem, ChangeSetDetails, ChangeSqlInput, ConflictChoice } from '#libs/api';
import { areSameItems, settleStaged, stagedItems, tablesOfItems } from '#libs/changes';
import { outcomeOf, outcomeToast } from '../../../shared/changes/data/action-outcome';
import type { ChangeActionName } from '../../../shared/changes/data/change-actions';
import { ChangesApi } from '../../../shared/changes/data/changes-api';
import { OpenChange } from '../../../shared/changes/data/open-change';
import { ApiProblem } from '../../../shared/http/api-problem';
import { Toasts } from '../../../shared/ui/toast/toasts';
import { DraftSync } from '../../drafts/draft-sync';
import { RunsStore } from '../../run/runs.store';
import { commandOf } from '../../run/statement-summary';
import { ParameterPrompt } from '../../run/ui/parameter-prompt';
import { TabsStore } from '../../tabs/tabs.store';
import { TabEdits } from '../tab-edits';

const CHANGED_MEANWHILE = 'The edits were changed in another browser';
const REVIEW_AGAIN = 'Nothing was applied. Review the edits again.';

/** A change set that is reviewed beside the result of its tab. */
interface Review {
  readonly tabId: string;
  readonly open: OpenChange;
  /** What it was made of: edits that are staged in the tab, a text, or an applied change set that it takes back. */
  readonly source: 'staged' | 'text' | 'applied';
  /** The staged edits that it has by now. */
  readonly sent: WritableSignal<readonly ChangeItem[]>;
  /** It was applied or proposed, and the tab shows so. */
  isOver: boolean;
}

/** Makes change sets of staged edits, rehearses and applies them. One is reviewed at a time. */
@Service()
export class ChangeReviews {
  private readonly api = inject(ChangesApi);
  private readonly tabs = inject(TabsStore);
  private readonly edits = inject(TabEdits);
  private readonly drafts = inject(DraftSync);
  private readonly runs = inject(RunsStore);
  private readonly prompt = inject(ParameterPrompt);
  private readonly toasts = inject(Toasts);
  private readonly current = signal<Review | null>(null);
  private readonly working = signal<ChangeActionName | 'edit' | null>(null);

  /** The action that is under way. */
  readonly busy = this.working.asReadonly();
  /** What is reviewed in the tab in front. */
  readonly shown = computed(() => {
    const review = this.current();
    return review?.tabId === this.tabs.activeId() ? review.open : null;
  });
  readonly change = computed(() => this.shown()?.details.value() ?? null);
  readonly source = computed(() => (this.shown() === null ? null : (this.current()?.source ?? null)));
  /** Whether edits were staged or taken back since the change set was made of them. */
  readonly isStale = computed(() => {
    const items = this.stagedNow();
    return items !== null && !areSameItems(this.current()?.sent() ?? [], items);
  });
  /** Whether nothing of what is reviewed is staged any more: another window has applied it, or it was taken back. */
  readonly isEmptied = computed(() => this.stagedNow()?.length === 0);
  /** What is staged by now; null where it does not count, as for a change set that was applied or proposed. */
  private readonly stagedNow = computed(() => {
    const [change, review] = [this.change(), this.current()];
    if (review?.source !== 'staged' || !change?.actions.edit || isOver(change)) return null;
    return stagedItems(this.edits.of(review.tabId, change.connection_id));
  });

  constructor() {
    effect(() => {
      const review = this.current();
      // Nothing shows the draft of a tab that was closed.
      if (review !== null && this.tabs.find(review.tabId) === undefined) untracked(() => void this.close());
    });
  }

  /** Makes a change set of what is staged in the tab in front, and rehearses it. */
  async start(): Promise<void> {
    const [tabId, connectionId] = [this.tabs.activeId(), this.edits.connectionId()];
    if (tabId === null || connectionId === null || this.working() !== null) return;
    const items = stagedItems(this.edits.active());
    if (items.length === 0) {
      const text = 'The values are invalid, or their rows have invalid values. Correct them in the grid.';
      this.toasts.show({ tone: 'neutral', title: 'There is nothing to review', text });
      return;
    }
    const tables = tablesOfItems(items).map(({ schema, table }) => `${schema}.${table}`);
    await this.attempt('rehearse', "Couldn't review the changes", async () => {
      await this.discardDraft();
      if (await this.findSent(tabId)) return;
      const title = `Edit ${tables.slice(0, 3).join(', ')}`.slice(0, 200);
      const made = await this.api.create({ connection_id: connectionId, title, items });
      await this.show(tabId, made.id, 'staged', items);
      await this.rehearsed(made);
    });
  }

  /** Makes a change set of what a text writes, and rehearses it: what it would do is shown before it runs. */
  async preview(tabId: string, input: ChangeSqlInput): Promise<void> {
    await this.attempt('rehearse', "Couldn't preview the changes", async () => {
      await this.discardDraft();
      const made = await this.api.createFromSql(input);
      await this.show(tabId, made.id, 'text');
      await this.rehearsed(made);
    });
  }

  /** Rehearses again, with what is staged by now. */
  async rehearse(): Promise<void> {
    const change = this.change();
    if (change === null) return;
    await this.attempt('rehearse', "Couldn't rehearse", () => this.rehearsed(change));
  }

  /** Performs an action of the change set that is shown. */
  async perform(name: 'apply' | 'propose' | 'undo'): Promise<void> {
    const [change, review] = [this.change(), this.current()];
    if (change === null || review === null) return;
    await this.attempt(name, `Couldn't ${name}`, async () => {
      if (name === 'undo') {
        const undo = await this.api.undo(change.id);
        await this.show(review.tabId, undo.id, 'applied');
        await this.rehearsed(undo);
        return;
      }
      if (review.source === 'staged' && (await this.isSentElsewhere(review, change))) return;
      const answer = await this.api[name](change);
      if (review.source === 'staged') this.edits.noteAnswered(review.tabId, change.id);
      await review.open.take(answer);
      if (isOver(answer)) this.finish(review, answer);
    });
  }

  /** Settles a conflict in what is staged, and rehearses again. */
  async settle(conflict: ChangeConflict, choice: ConflictChoice): Promise<void> {
    const [change, review] = [this.change(), this.current()];
    if (change === null || review === null) return;
    await this.attempt('edit', "Couldn't settle the conflict", async () => {
      if (review.source === 'staged') {
        this.edits.update(review.tabId, change.connection_id, (staging) => settleStaged(staging, conflict, choice));
        await this.rehearsed(change);
      } else {
        const edited = await this.api.settle(change, conflict.item, choice);
        await review.open.take(await this.api.rehearse(edited.id));
      }
    });
  }

  async showRows(pages: readonly number[]): Promise<void> {
    await this.shown()
      ?.showPages(pages)
      .catch((error: unknown) => this.toasts.showFailure("Couldn't load rows", error));
  }

  /** Closes the review; its draft goes, what is staged stays. */
  async close(): Promise<void> {
    await this.discardDraft().catch(() => undefined);
    this.current.set(null);
  }

  private async show(
    tabId: string,
    id: string,
    source: Review['source'],
    sent: readonly ChangeItem[] = [],
  ): Promise<void> {
    const open = new OpenChange(this.api, id);
    this.current.set({ tabId, open, source, sent: signal(sent), isOver: false });
    await open.load();
  }

  /** Takes over what is staged by now, and rehearses. Without any edit there is nothing to review. */
  private async rehearsed(change: ChangeSetDetails): Promise<void> {
    const review = this.current();
    if (review === null) return;
    // Another tab may be in front by now.
    const items = stagedItems(this.edits.of(review.tabId, change.connection_id));
    if (review.source === 'staged' && items.length === 0) return this.close();
    const isSame = review.source !== 'staged' || areSameItems(review.sent(), items);
    const edited = isSame ? change : await this.api.edit(change, items);
    if (review.source === 'staged') review.sent.set(items);
    await review.open.take(await this.api.rehearse(edited.id));
  }

  /** What was applied or proposed is no longer staged; the rows on screen are read anew where that writes nothing. */
  private finish(review: Review, { id, state, title }: ChangeSetDetails): void {
    const { tabId, source, sent } = review;
    review.isOver = true;
    if (source === 'staged') this.edits.settle(tabId, sent(), id);
    if (state !== 'applied') return;
    const run = this.runs.active();
    const [statement, ...others] = run?.run?.statements ?? [];
    const canRefresh = this.tabs.activeId() === tabId && others.length === 0;
    const isReady = run !== null && this.prompt.missingIn(run.sent).length === 0;
    if (isReady && statement && canRefresh && commandOf(statement) === 'SELECT')
      void this.runs.start(tabId, { ...run.sent, isConfirmed: false, isReadOnly: true });
    else this.toasts.show({ tone: 'success', title: `Applied ${title}`, text: 'Run the query again to see the rows.' });
  }

  private async discardDraft(): Promise<void> {
    const open = this.current()?.open;
    // Of one that was just made, it is not known yet what may be done.
    if (open?.details.value() === null) await open.load();
    const change = open?.details.value();
    if (change?.actions.delete && (change.state === 'draft' || change.state === 'conflicted'))
      await this.api.remove(change.id);
  }

  /**
   * Whether what was sent from a tab before, and not answered, was applied or proposed: then it is shown, and no longer
   * staged. Otherwise its draft goes, so that it never will be. Rejects where that cannot be found out now.
   */
  private async findSent(tabId: string): Promise<boolean> {
    const id = this.edits.sentOf(tabId);
    if (id === null) return false;
    const failure = await this.api.remove(id).then(
      () => null,
      (error: unknown) => ApiProblem.from(error),
    );
    if (failure !== null && failure.code !== 'change-set-not-found') {
      const change = await this.api.get(id);
      if (!isOver(change)) throw failure;
      await this.show(tabId, id, 'staged', await this.api.items(change));
      const review = this.current();
      if (review !== null) this.finish(review, change);
      return true;
    }
    this.edits.noteAnswered(tabId, id);
    return false;
  }

  /**
   * Notes with the tab, in all browsers, that its edits are being sent; true where another browser has sent them, whose
   * change set is then shown. Rejects where the note did not arrive, or another browser changed the edits meanwhile.
   */
  private async isSentElsewhere({ tabId }: Review, { id }: ChangeSetDetails): Promise<boolean> {
    // The note of another browser may not have arrived here yet.
    await this.drafts.synchronize(tabId);
    if (await this.isOtherSent(tabId, id)) return true;
    this.edits.noteSent(tabId, id);
    this.tabs.flush();
    const draft = await this.drafts.synchronize(tabId);
    if (await this.isOtherSent(tabId, id)) return true;
    const isKeptThere = draft !== null && this.drafts.canHaveEdits(tabId);
    const noted = isKeptThere ? (draft.staged?.sent_change_id ?? null) : this.edits.sentOf(tabId);
    if (noted !== id) throw new ApiProblem('changed-meanwhile', 409, CHANGED_MEANWHILE, REVIEW_AGAIN);
    return false;
  }

  private async isOtherSent(tabId: string, id: string): Promise<boolean> {
    const other = this.edits.sentOf(tabId);
    if (other === null || other === id || !(await this.findSent(tabId))) return false;
    await this.api.remove(id).catch(() => undefined);
    return true;
  }

  /**
   * What failed may have changed the change set, as an apply that differs from its rehearsal does: it is read again. Where it
   * was applied or proposed, only the answer was lost.
   */
  private async attempt(name: ChangeActionName | 'edit', title: string, work: () => Promise<void>): Promise<void> {
    if (this.working() !== null) return;
    this.working.set(name);
    try {
      await work();
    } catch (error) {
      const review = this.current();
      const before = review?.open.details.value() ?? null;
      await review?.open.load();
      const change = review?.open.details.value() ?? null;
      if (review && change && isOver(change) && !review.isOver) this.finish(review, change);
      else if (review && before) {
        const failed = { name, before, error };
        this.toasts.show(outcomeToast(failed, outcomeOf(failed, review.open), title));
      } else this.toasts.showFailure(title, error);
    } finally {
      this.working.set(null);
    }
  }
}

/** Whether a change set was applied or proposed, whatever has become of it since. */
function isOver({ state }: ChangeSetDetails): boolean {
  return state !== 'draft' && state !== 'conflicted';
}
