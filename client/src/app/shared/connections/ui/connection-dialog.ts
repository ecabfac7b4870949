import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { NgTemplateOutlet } from '@angular/common';
import { afterNextRender, Component, computed, DestroyRef, ElementRef, inject, Injector, signal } from '@angular/core';
import { COLOUR_PRESETS } from '#libs/api';
import type { Connection, ConnectionKindInfo, ConnectionTestResult } from '#libs/api';
import { allFolders } from '#libs/connection-folders';
import { mayReusePassword } from '#libs/connection-target';
import type { ConnectionTarget } from '#libs/connection-target';
import { shownFields } from '#libs/forms';
import type { FormField } from '#libs/forms';
import { SchemaFields } from '../../forms/schema-fields';
import type { FieldChange } from '../../forms/schema-fields';
import { ApiProblem } from '../../http/api-problem';
import { DialogFrame } from '../../ui/dialog/dialog-frame';
import { FormActions } from '../../ui/dialog/form-actions';
import { ElapsedSeconds } from '../../ui/elapsed-seconds';
import { Field } from '../../ui/field/field';
import { FieldControl } from '../../ui/field/field-control';
import { Icon } from '../../ui/icon/icon';
import { Tooltip } from '../../ui/tooltip';
import { ConnectionFormState } from '../connection-form-state';
import {
  describedSettings,
  emptyForm,
  fieldOfSetting,
  formOf,
  hasSetting,
  settingSections,
  settingsDraft,
  takesUrls,
} from '../connection-form';
import type { ConnectionChange, ConnectionField, ConnectionForm, SettingSection } from '../connection-form';
import { endsSessions, inputOfForm, updateOfForm } from '../connection-form-input';
import { engineIcon } from '../connection-look';
import { ConnectionsApi } from '../connections-api';
import { ConnectionsStore } from '../connections.store';
import { OpenTransactions } from '../open-transactions';
import { ColourPicker } from './colour-picker';
import { ConnectionLimits } from './fields/connection-limits';
import { ConnectionOutcome } from './fields/connection-outcome';
import { ServerFields } from './fields/server-fields';
import { WriteProtection } from './fields/write-protection';

/** The setting with the trusted key of an SSH server. */
const HOST_KEY = 'ssh_host_key';

/** What the dialog starts from: a connection to edit, or null to add one. */
export interface ConnectionDialogData {
  connection: Connection | null;
  /** The kinds that are offered, at least one. */
  kinds: readonly ConnectionKindInfo[];
}

/** Adds a connection, or edits one. Closes with the connection as it was stored. */
@Component({
  selector: 'dw-connection-dialog',
  imports: [
    ...[
      ColourPicker,
      DialogFrame,
      ElapsedSeconds,
      Field,
      FieldControl,
      FormActions,
      Icon,
      NgTemplateOutlet,
      SchemaFields,
    ],
    ...[ConnectionLimits, ConnectionOutcome, ServerFields, Tooltip, WriteProtection],
  ],
  templateUrl: './connection-dialog.html',
  styleUrl: './connection-dialog.css',
})
export class ConnectionDialog {
  private readonly data = inject<ConnectionDialogData>(DIALOG_DATA);
  private readonly api = inject(ConnectionsApi);
  private readonly store = inject(ConnectionsStore);
  private readonly transactions = inject(OpenTransactions);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly injector = inject(Injector);
  protected readonly dialog = inject<DialogRef<Connection>>(DialogRef);

  protected readonly kinds = this.data.kinds;
  protected readonly connection = this.data.connection;
  private readonly stored = this.connection ? formOf(this.connection, this.infoOf(this.connection.kind)) : null;
  protected readonly state = new ConnectionFormState(
    this.stored ?? emptyForm(this.infoOf(null)),
    this.kinds,
    this.connection === null,
  );
  protected readonly form = this.state.form;
  protected readonly errors = this.state.errors;
  protected readonly kindIcon = computed(() => engineIcon(this.infoOf(this.form().kind)));
  protected readonly hasServer = computed(() => hasSetting(this.form(), 'host'));
  /** The settings that are drawn from their description. */
  private readonly settings = computed(() => describedSettings(this.form()));
  protected readonly sections = computed(() => settingSections(this.form()));
  protected readonly draft = computed(() => settingsDraft(this.form()));
  protected readonly settingErrors = computed(() => {
    const errors = this.errors();
    return Object.fromEntries(this.settings().map(({ name }) => [`settings/${name}`, errors[fieldOfSetting(name)]]));
  });
  /** The folders that there are, to choose from. */
  protected readonly folders = computed(() => allFolders(this.store.connections()));
  protected readonly hasStoredPassword = this.connection?.password_set === true;
  protected readonly isPasswordShown = signal(false);
  protected readonly isSaving = signal(false);
  protected readonly result = signal<ConnectionTestResult | null>(null);
  private readonly test = signal<AbortController | null>(null);
  protected readonly isTesting = computed(() => this.test() !== null);
  protected readonly customColour = computed(() => {
    const { colour } = this.form();
    return (COLOUR_PRESETS as readonly string[]).includes(colour) ? '' : colour;
  });
  /** Whether the form points to a target that the stored password is not sent to. */
  private readonly isElsewhere = computed(() => {
    const { stored } = this;
    if (!stored || !takesUrls(stored.settings)) return false;
    return !mayReusePassword(targetOf(stored), targetOf(this.form()));
  });
  protected readonly passwordHelp = computed(() => {
    if (this.form().isPasswordRemoved) return 'The stored password will be removed.';
    if (this.hasStoredPassword && this.isElsewhere()) {
      return 'Enter the password again. The stored one is only used for the server, user and database it was saved with.';
    }
    return this.hasStoredPassword ? 'Leave empty to keep the current one.' : 'Stored encrypted and never shown again.';
  });

  /** What the form changes; null for a new connection. */
  private readonly changes = computed(() => {
    const { connection, stored } = this;
    return connection && stored ? updateOfForm(this.form(), stored, connection) : null;
  });
  protected readonly endsSessions = computed(() => endsSessions(this.changes()));

  constructor() {
    inject(DestroyRef).onDestroy(() => this.stopTest());
  }

  protected type(field: ConnectionField, event: Event): void {
    this.change({ field, value: (event.target as HTMLInputElement).value });
  }

  protected change({ field, value }: ConnectionChange): void {
    this.state.set(field, value);
    this.forgetResult();
  }

  protected changeSetting({ field, value }: FieldChange): void {
    this.change({ field: fieldOfSetting(field.name), value });
  }

  /** Takes the key that the SSH server showed for its own, and tries again with it. */
  protected async trust(key: string): Promise<void> {
    this.change({ field: fieldOfSetting(HOST_KEY), value: key });
    await this.runTest();
  }

  protected removeSecret(name: string, isRemoved: boolean): void {
    this.state.remove(name, isRemoved);
    this.forgetResult();
  }

  /** A section is folded away until something in it is set or wrong. */
  protected isInUse({ fields }: SettingSection): boolean {
    const { kept } = this.form();
    const errors = this.settingErrors();
    return fields.some(({ name }) => kept.includes(name) || Boolean(errors[`settings/${name}`]) || this.isFilled(name));
  }

  private isFilled(name: string): boolean {
    const field = this.settings().find((one) => one.name === name);
    const value = this.draft()[name];
    return value !== undefined && value !== '' && value !== field?.default && value !== field?.initial;
  }

  protected leaveSetting({ name }: FormField): void {
    this.state.leave(fieldOfSetting(name));
  }

  /** A connection URL fills the form, whichever field it is pasted or dropped into, and its password is never shown. */
  protected takeUrl(event: Event, data: DataTransfer | null): void {
    if (!this.state.takeUrl(data?.getData('text/plain') ?? '')) return;
    event.preventDefault();
    this.isPasswordShown.set(false);
    this.forgetResult();
  }

  protected pickKind(event: Event): void {
    this.state.setKind((event.target as HTMLSelectElement).value);
    this.forgetResult();
  }

  protected async runTest(): Promise<void> {
    if (this.isTesting() || !this.canSend()) return;
    this.result.set(null);
    const running = new AbortController();
    this.test.set(running);
    try {
      const answer = await this.api.testUnsaved(this.input(), running.signal);
      if (this.test() === running) this.result.set(answer);
    } catch (error) {
      if (this.test() === running) this.refuse(error);
    } finally {
      if (this.test() === running) this.test.set(null);
    }
  }

  protected stopTest(): void {
    this.test()?.abort();
    this.test.set(null);
  }

  protected async save(): Promise<void> {
    if (this.isSaving() || !this.canSend()) return;
    if (this.hasUnknownKey()) return this.runTest();
    this.isSaving.set(true);
    try {
      if (await this.mayEndSessions()) this.dialog.close(await this.send());
    } catch (error) {
      this.refuse(error);
    } finally {
      this.isSaving.set(false);
    }
  }

  private send(): Promise<Connection> {
    const [{ connection }, changes] = [this, this.changes()];
    if (connection === null || changes === null) return this.store.create({ ...this.input(), ...this.typedId() });
    return this.store.update(connection.id, changes);
  }

  private async mayEndSessions(): Promise<boolean> {
    return this.connection === null || !this.endsSessions() || this.transactions.mayRollBack(this.connection.id);
  }

  /** A tunnel to a server whose key was not seen yet: the test shows it. */
  private hasUnknownKey(): boolean {
    const shown = shownFields(this.settings(), this.draft()).some(({ name }) => name === HOST_KEY);
    return shown && this.draft()[HOST_KEY] === '';
  }

  /** The kind of that name, or else the first one. */
  private infoOf(kind: string | null): ConnectionKindInfo {
    const info = this.kinds.find((candidate) => candidate.kind === kind) ?? this.kinds[0];
    if (!info) throw new Error('There are no kinds of connections.');
    return info;
  }

  private input(): ReturnType<typeof inputOfForm> {
    const input = inputOfForm(this.form());
    return this.connection ? { ...input, id: this.connection.id } : input;
  }

  /** Of a new connection; without one it gets one of its name. */
  private typedId(): { id?: string } {
    const id = this.form().id.trim();
    return id === '' ? {} : { id };
  }

  private canSend(): boolean {
    const canSend = this.state.tryToSend();
    if (!canSend) this.focusFirstError();
    return canSend;
  }

  private refuse(error: unknown): void {
    this.state.refuse(ApiProblem.from(error));
    this.focusFirstError();
  }

  private forgetResult(): void {
    this.stopTest();
    this.result.set(null);
  }

  private focusFirstError(): void {
    const focus = (): void => this.host.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    afterNextRender(focus, { injector: this.injector });
  }
}

function targetOf({ host, port, database, user, ssl }: ConnectionForm): ConnectionTarget {
  return { host: host.trim(), port: Number(port), database: database.trim(), user: user.trim(), ssl };
}
