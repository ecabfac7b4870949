import { inject, Service } from '@angular/core';
import { SettingsStore } from '../../../shared/settings/settings.store';
import { Toasts } from '../../../shared/ui/toast/toasts';
import { ImportOpener } from '../../../shared/imports/import-opener';
import { ActiveEditor } from '../../editor/active-editor';
import { WritingText } from '../../edits/writing-text';
import { CopilotStore } from '../../copilot/copilot.store';
import { PlanActions } from '../../results/plan/ui/plan-actions';
import { PlansStore } from '../../results/plan/plans.store';
import { isBusy } from '../../run/run-state';
import type { RunScope } from '../../run/run-state';
import { RunActions } from '../../run/ui/run-actions';
import { RunsStore } from '../../run/runs.store';
import { CatalogSearchOpener } from '../../schema/search/ui/catalog-search-opener';
import { TabSaving } from '../../saved/ui/tab-saving';
import { TabsStore } from '../../tabs/tabs.store';
import { TabActions } from '../../tabs/ui/tab-actions';

/** The commands of the studio's page for the tab in front: what toolbar, keys and palette offer. The page provides it. */
@Service({ autoProvided: false })
export class PageCommands {
  private readonly tabs = inject(TabsStore);
  private readonly tabActions = inject(TabActions);
  private readonly runs = inject(RunsStore);
  private readonly runActions = inject(RunActions);
  private readonly plans = inject(PlansStore);
  private readonly planActions = inject(PlanActions);
  private readonly saving = inject(TabSaving);
  private readonly copilot = inject(CopilotStore);
  private readonly settings = inject(SettingsStore);
  private readonly toasts = inject(Toasts);
  private readonly catalogs = inject(CatalogSearchOpener);
  private readonly imports = inject(ImportOpener);
  private readonly editor = inject(ActiveEditor).current;
  private readonly writing = inject(WritingText);

  /** Why Run cannot be pressed now; null when it can. */
  get refusal(): string | null {
    return this.runActions.refusal();
  }

  /** Why what the text writes cannot be shown before it runs; null where it can. */
  get previewRefusal(): string | null {
    return this.refusal ?? (this.writing.canPreview() ? null : 'This connection does not preview what a text writes');
  }

  /** Why Save cannot be pressed now; null when it can. */
  get saveRefusal(): string | null {
    return this.saving.refusal();
  }

  get isBusy(): boolean {
    return isBusy(this.runs.active());
  }

  get canReopen(): boolean {
    return this.tabActions.closedTabs().length > 0;
  }

  run(scope: RunScope = 'usual'): void {
    const editor = this.editor();
    if (!editor) return;
    if (scope === 'everything') this.runActions.run(editor.wholeText());
    else if (scope === 'statement') this.runActions.run(editor.statementText() ?? editor.wholeText());
    else this.runActions.run(editor.usualText());
  }

  /** Runs the selection, or everything, with its rows going into a file and nowhere else. */
  runIntoFile(): void {
    const tab = this.tabs.active();
    if (tab && this.refusal === null) void this.runActions.runIntoFile(this.editor()?.usualText() ?? tab);
  }

  /** Shows what the selection, or everything, would write, without writing it. */
  previewChanges(): void {
    const tab = this.tabs.active();
    this.editor()?.closeList();
    if (tab && this.previewRefusal === null) void this.runActions.previewChanges(this.editor()?.usualText() ?? tab);
  }

  /** Explains the selection, or the statement at the cursor; with Analyze as it was left, or as `isAnalyzed` says. */
  explain(isAnalyzed?: boolean): void {
    const target = this.refusal === null ? this.editor()?.chosenText() : null;
    this.editor()?.closeList();
    if (target) void this.planActions.explain(target, isAnalyzed);
  }

  cancel(): void {
    this.runActions.cancel();
  }

  format(): void {
    void this.editor()?.format();
  }

  /** Saves the tab, formatted first where the person has set that; what cannot be formatted is saved as it is. */
  async save(): Promise<void> {
    const tabId = this.frontId();
    if (this.settings.studio().format_on_save && this.saveRefusal === null) await this.editor()?.formatAll();
    // What came to the front meanwhile is not what was to be saved.
    if (this.frontId() === tabId) await this.saving.save();
    else this.toasts.show({ tone: 'warn', title: 'Not saved', text: 'Another tab came to the front. Save again.' });
  }

  /** Saves the tab and closes it; one that is not saved stays open. */
  async saveAndClose(): Promise<void> {
    const tabId = this.frontId();
    await this.save();
    if (this.frontId() === tabId && this.saving.state() === 'saved') this.close();
  }

  /** Opens the page that imports a file into the connection of the tab. */
  importFile(): void {
    const target = { connectionId: this.tabs.active()?.connectionId ?? null, schema: null, table: null };
    void this.imports.open(target);
  }

  open(): void {
    this.tabActions.open();
  }

  close(): void {
    this.tabActions.close(this.frontId());
  }

  closeOthers(): void {
    void this.tabActions.closeAll(this.tabIds().filter((id) => id !== this.frontId()));
  }

  reopenClosed(): void {
    this.tabActions.reopenClosed();
  }

  rename(): void {
    void this.tabActions.rename(this.frontId());
  }

  /** Moves the tab in front by one place. */
  move(step: 1 | -1): void {
    this.tabs.move(this.frontId(), this.tabIds().indexOf(this.frontId()) + step);
  }

  toggleCopilot(): void {
    this.copilot.toggle(!this.copilot.isOpen());
  }

  /** Finds tables, columns and objects of every connection. */
  searchCatalogs(): void {
    void this.catalogs.open();
  }

  closeCopilot(): void {
    this.copilot.toggle(false);
    this.editor()?.focus();
  }

  /** Closes the Copilot, or else cancels what runs; false where there is neither. */
  escape(): boolean {
    if (this.copilot.isOpen()) this.closeCopilot();
    else if (this.plans.isAsking()) this.planActions.cancel();
    else if (this.isBusy) this.cancel();
    else return false;
    return true;
  }

  private frontId(): string {
    return this.tabs.activeId() ?? '';
  }

  private tabIds(): string[] {
    return this.tabs.tabs().map(({ id }) => id);
  }
}
