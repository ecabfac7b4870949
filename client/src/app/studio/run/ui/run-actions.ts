import { computed, inject, Service } from '@angular/core';
import type { Connection, RunParameters } from '#libs/api';
import { connectionDialect } from '../../../shared/connections/connection-dialect';
import { ConnectionsStore } from '../../../shared/connections/connections.store';
import { Dialogs } from '../../../shared/ui/dialog/dialogs';
import { ChangeReviews } from '../../edits/ui/change-reviews';
import { wholeText } from '../../editor/text-stretch';
import type { TextRange } from '../../editor/text-stretch';
import { ExportsStore } from '../../exports/exports.store';
import type { Preview } from '../../schema/preview';
import { ActiveConnection } from '../../tabs/active-connection';
import type { StudioTab } from '../../tabs/studio-tab';
import { TabsStore } from '../../tabs/tabs.store';
import { isBusy } from '../run-state';
import type { RunManner, SentText } from '../run-state';
import { RunsStore } from '../runs.store';
import { DestructiveDialog } from './destructive-dialog';
import type { DestructiveQuestion } from './destructive-dialog';
import { ParameterPrompt } from './parameter-prompt';

/** Runs texts of the tab in front; asks for parameters and for confirmation first. */
@Service()
export class RunActions {
  private readonly tabs = inject(TabsStore);
  private readonly runs = inject(RunsStore);
  private readonly exports = inject(ExportsStore);
  private readonly connections = inject(ConnectionsStore);
  private readonly connection = inject(ActiveConnection).value;
  private readonly dialogs = inject(Dialogs);
  private readonly prompt = inject(ParameterPrompt);
  private readonly reviews = inject(ChangeReviews);
  /** The key that runs a text still works behind an open question. */
  private isAsking = false;
  /** Settles with the last question. */
  private question: Promise<unknown> = Promise.resolve();

  /** The name of the connection the rows on screen came from, when the tab has since moved to another one. */
  readonly origin = computed(() => {
    const ranOn = this.runs.active()?.sent.connectionId ?? null;
    if (ranOn === null || ranOn === this.tabs.active()?.connectionId) return null;
    return this.connections.find(ranOn)?.name ?? ranOn;
  });
  /** Why Run cannot be pressed now; null when it can. */
  readonly refusal = computed(() => {
    if (!this.connection()) return 'Choose a connection for this tab first';
    return this.tabs.active()?.sql.trim() === '' ? 'This tab has no SQL yet' : null;
  });

  /**
   * Sends a stretch of the text of the tab in front to its connection; asks for the values of its parameters first.
   * `isReadOnly` has the database refuse whatever it would write; `isApart` leaves the session of the tab alone.
   */
  run({ sql, offset, start }: TextRange, manner: RunManner = {}): void {
    const [tab, connection] = [this.tabs.active(), this.connection()];
    if (!tab || !connection || sql.trim() === '' || this.isAsking || isBusy(this.runs.active())) return;
    const place = { sql, offset, start, connectionId: connection.id };
    const sent: SentText = { ...place, ...manner };
    const names = this.prompt.namesIn(sql, connectionDialect(connection));
    if (names.length === 0) void this.send(tab.id, sent, connection);
    else void this.sendAsking(tab, sent, names, connection);
  }

  /**
   * Runs a stretch of the text of the tab in front with its rows going into a CSV file and nowhere else; asks for the
   * values of its parameters first.
   */
  async runIntoFile({ sql }: Pick<TextRange, 'sql'>): Promise<void> {
    const [tab, connection] = [this.tabs.active(), this.connection()];
    if (!tab || !connection || sql.trim() === '' || this.isAsking) return;
    const names = this.prompt.namesIn(sql, connectionDialect(connection));
    const parameters = names.length === 0 ? {} : await this.valuesOf(tab, sql, names);
    if (parameters !== null) await this.exports.start({ connection_id: connection.id, sql, parameters, format: 'csv' });
  }

  /**
   * Shows what a stretch of the text of the tab in front would write, without writing it; asks for the values of its
   * parameters first.
   */
  async previewChanges({ sql }: Pick<TextRange, 'sql'>): Promise<void> {
    const [tab, connection] = [this.tabs.active(), this.connection()];
    if (!tab || !connection || sql.trim() === '' || this.isAsking) return;
    const names = this.prompt.namesIn(sql, connectionDialect(connection));
    const parameters = names.length === 0 ? {} : await this.valuesOf(tab, sql, names);
    if (parameters !== null) await this.reviews.preview(tab.id, { connection_id: connection.id, sql, parameters });
  }

  /** Stops the run of the tab in front. */
  cancel(): void {
    const id = this.tabs.activeId();
    if (id !== null) void this.runs.cancel(id);
  }

  /** Opens a statement in a new tab on a connection and runs it. */
  preview({ title, sql }: Preview, { id: connectionId }: Connection, manner: RunManner = {}): void {
    this.tabs.open({ title, sql, connectionId });
    this.run(wholeText(sql), manner);
  }

  /** Runs again the text that gave a run, in its tab and on its connection; does nothing where the tab has run another one. */
  async sendAgain(runId: string): Promise<void> {
    const tab = this.tabs.find(this.runs.tabOf(runId) ?? '');
    const sent = tab && this.runs.of(tab.id)?.sent;
    const connection = sent && this.connections.find(sent.connectionId);
    if (!tab || !sent || !connection || this.isAsking || isBusy(this.runs.of(tab.id))) return;
    this.tabs.activate(tab.id);
    const again = { ...sent, isConfirmed: false };
    const names = this.prompt.missingIn(sent);
    await (names.length === 0 ? this.send(tab.id, again, connection) : this.sendAsking(tab, again, names, connection));
  }

  private async sendAsking(
    tab: StudioTab,
    sent: SentText,
    names: readonly string[],
    connection: Connection,
  ): Promise<void> {
    const parameters = await this.valuesOf(tab, sent.sql, names);
    if (parameters !== null) await this.send(tab.id, { ...sent, parameters }, connection);
  }

  /** Asks for values; null when the person thought better of it, or closed the tab meanwhile. */
  private async valuesOf(tab: StudioTab, sql: string, names: readonly string[]): Promise<RunParameters | null> {
    this.isAsking = true;
    const asked = this.prompt.ask(tab, sql, names).finally(() => (this.isAsking = false));
    this.question = asked.catch(() => undefined);
    const parameters = await asked;
    return this.tabs.tabs().some(({ id }) => id === tab.id) ? parameters : null;
  }

  /** Sends a text, and again once a person has confirmed what it would destroy. */
  private async send(tabId: string, sent: SentText, connection: Connection): Promise<void> {
    const refusal = await this.runs.start(tabId, sent);
    if (refusal?.code !== 'confirmation-needed') return;
    // One question at a time: another tab may have asked meanwhile, and this one may be closed or busy behind it.
    while (this.isAsking) await this.question;
    if (!this.tabs.find(tabId) || isBusy(this.runs.of(tabId))) return;
    this.isAsking = true;
    const data = { connection, sql: sent.sql, findings: refusal.findings };
    const options = { data, width: 520, isForm: true, isDisposable: true };
    const asked = this.dialogs
      .open<DestructiveDialog, boolean, DestructiveQuestion>(DestructiveDialog, options)
      .finally(() => (this.isAsking = false));
    this.question = asked.catch(() => undefined);
    const isMeant = await asked;
    if (isMeant === true) await this.runs.start(tabId, { ...sent, isConfirmed: true });
  }
}
