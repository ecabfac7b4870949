import { inject, Service, signal } from '@angular/core';
import type { Connection, ConnectionKindInfo } from '#libs/api';
import { BusyActions } from '../http/busy-actions';
import { Identity } from '../identity/identity';
import { Dialogs } from '../ui/dialog/dialogs';
import { Toasts } from '../ui/toast/toasts';
import { inputOf } from './connection-input';
import { serverWarnings, testResultText } from './connection-look';
import { ConnectionsApi } from './connections-api';
import { ConnectionsStore } from './connections.store';
import type { AccessDialog, AccessDialogData } from './ui/access-dialog';
import type { ConnectionDialog, ConnectionDialogData } from './ui/connection-dialog';

/** What a person can do with a connection, from its menu, its keys or anywhere else. Failures are reported by a toast. */
@Service()
export class ConnectionActions {
  private readonly api = inject(ConnectionsApi);
  private readonly store = inject(ConnectionsStore);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);
  private readonly identity = inject(Identity);
  private readonly testing = signal<ReadonlySet<string>>(new Set());
  private readonly busy = new BusyActions();
  private kinds: readonly ConnectionKindInfo[] | null = null;

  /** The connections that are being tested just now. */
  readonly testingIds = this.testing.asReadonly();

  /** Opens the dialog that adds a connection; the sidebar then shows its schema. */
  async add(): Promise<void> {
    const added = await this.openDialog(null);
    if (added) this.store.browse(added.id);
  }

  /** Opens the dialog that edits a connection, for those who may. */
  async edit(connection: Connection): Promise<void> {
    if (connection.access !== 'manage') return;
    await this.openDialog(connection);
  }

  /** Opens the dialog that says who may use a connection. */
  async share(connection: Connection): Promise<void> {
    const dialog = await import('./ui/access-dialog').catch(() => null);
    if (!dialog) {
      this.showOutdated();
      return;
    }
    const options = { data: { connection }, width: 520, isForm: true };
    const isChanged = await this.dialogs.open<AccessDialog, boolean, AccessDialogData>(dialog.AccessDialog, options);
    if (isChanged) await this.store.reload();
  }

  /** Connects once and reports how it went. */
  async test(connection: Connection): Promise<void> {
    if (this.testing().has(connection.id)) return;
    this.testing.update((ids) => new Set([...ids, connection.id]));
    try {
      const result = await this.api.test(connection.id);
      const tone = result.ok ? 'success' : 'danger';
      const title = result.ok ? connection.name : `${connection.name} cannot be reached`;
      this.toasts.show({
        tone,
        title,
        text: [testResultText(result), serverWarnings(result.server).join(' ')]
          .filter((part) => part !== '')
          .join('. '),
      });
    } catch (error) {
      this.toasts.showFailure(`${connection.name} couldn't be tested`, error);
    } finally {
      this.testing.update((ids) => new Set([...ids].filter((id) => id !== connection.id)));
    }
  }

  /** Ends one's own sessions on a connection and connects anew; without other users, all sessions. */
  reconnect(connection: Connection): Promise<void> {
    return this.endSessions(connection, this.identity.hasUsers() ? 'own' : undefined);
  }

  /** Asks, then ends the sessions of everybody on a connection. */
  async endAllSessions(connection: Connection): Promise<void> {
    const isSure = await this.dialogs.confirm({
      heading: `End all sessions on ${connection.name}?`,
      text: "Cancels all users' running statements and rolls back their open transactions.",
      action: 'End all sessions',
      isDangerous: true,
    });
    if (isSure) await this.endSessions(connection, 'all');
  }

  private async endSessions(connection: Connection, sessions?: 'own' | 'all'): Promise<void> {
    try {
      await this.busy.run(`reconnect ${connection.id}`, () => this.store.reconnect(connection.id, sessions));
    } catch (error) {
      this.toasts.showFailure(`${connection.name} couldn't be reconnected`, error);
    }
  }

  /** Gives a connection another colour. */
  async recolour(connection: Connection, colour: string | null): Promise<void> {
    try {
      await this.store.recolour(connection, colour);
    } catch (error) {
      this.toasts.showFailure(`The colour of ${connection.name} couldn't be changed`, error);
    }
  }

  /** Puts a connection into a folder, or with null into none, for those who may. */
  async move(connection: Connection, folder: string | null): Promise<void> {
    if (connection.access !== 'manage' || connection.folder === folder) return;
    try {
      await this.store.move(connection, folder);
    } catch (error) {
      this.toasts.showFailure(`${connection.name} couldn't be moved`, error);
    }
  }

  /** Asks, then takes a connection out of the list, for those who may. True when it is gone. */
  async remove(connection: Connection): Promise<boolean> {
    if (connection.access !== 'manage') return false;
    const isSure = await this.dialogs.confirm({
      heading: `Remove ${connection.name}?`,
      text: `Only the entry in the configuration file is removed. ${untouched(connection)} Jobs, contracts and access rights are kept for its ID, ${connection.id}.`,
      action: 'Remove connection',
      isDangerous: true,
    });
    if (!isSure) return false;
    try {
      await this.store.remove(connection.id);
    } catch (error) {
      this.toasts.showFailure(`${connection.name} couldn't be removed`, error);
      return false;
    }
    this.offerUndo(connection);
    return true;
  }

  /** A password is unknown here, so only an entry without one can be put back as it was. */
  private offerUndo(connection: Connection): void {
    const title = `Removed ${connection.name}`;
    if (hasSecret(connection)) {
      this.toasts.show({ tone: 'neutral', icon: 'trash', title, text: untouched(connection) });
      return;
    }
    const action = { label: 'Undo', run: () => void this.restore(connection) };
    this.toasts.show({ tone: 'neutral', icon: 'trash', title, text: untouched(connection), action });
  }

  private async restore(connection: Connection): Promise<void> {
    try {
      await this.store.create(inputOf(connection));
    } catch (error) {
      this.toasts.showFailure(`${connection.name} couldn't be restored`, error);
    }
  }

  private async openDialog(connection: Connection | null): Promise<Connection | undefined> {
    const dialog = await import('./ui/connection-dialog').catch(() => null);
    if (!dialog) {
      this.showOutdated();
      return undefined;
    }
    const kinds = await this.loadKinds();
    if (!kinds) return undefined;
    const options = { data: { connection, kinds }, width: 480, isForm: true };
    return this.dialogs.open<ConnectionDialog, Connection, ConnectionDialogData>(dialog.ConnectionDialog, options);
  }

  /** The kinds of connections, read once; null where they cannot be read, which a toast reports. */
  private async loadKinds(): Promise<readonly ConnectionKindInfo[] | null> {
    try {
      this.kinds ??= (await this.api.kinds()).items;
      return this.kinds;
    } catch (error) {
      this.toasts.showFailure("Couldn't load the kinds of connections", error);
      return null;
    }
  }

  /** A part of the page that is not there any more: the workbench was updated under an open page. */
  private showOutdated(): void {
    const action = { label: 'Reload', run: (): void => location.reload() };
    const text = "The workbench was updated or isn't responding. Reload the page.";
    this.toasts.show({ tone: 'danger', title: "Couldn't load the dialog", text, action });
  }
}

/** The server says of a secret only whether there is one: `password_set`. */
function hasSecret(connection: Connection): boolean {
  return Object.entries(connection).some(([name, value]) => name.endsWith('_set') && value === true);
}

function untouched({ engine }: Connection): string {
  return engine.holds === 'files' ? 'The files are untouched.' : 'The database and its data are untouched.';
}
