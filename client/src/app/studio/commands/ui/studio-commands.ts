import { inject, Service } from '@angular/core';
import { qualifiedName } from '#libs/sql';
import { engineIcon } from '../../../shared/connections/connection-look';
import { ConnectionActions } from '../../../shared/connections/connection-actions';
import { ConnectionsStore } from '../../../shared/connections/connections.store';
import type { Command } from '../../../shared/palette/command-sources';
import { SettingsStore } from '../../../shared/settings/settings.store';
import { CompletionStore } from '../../../shared/editor/completion.store';
import { FilesStore } from '../../files/files.store';
import { FileActions } from '../../files/ui/file-actions';
import { SavedQueriesApi } from '../../saved/saved-queries-api';
import { SavedQueryActions } from '../../saved/ui/saved-query-actions';
import { previewOf } from '../../schema/preview';
import { SchemaStore } from '../../schema/schema.store';
import { RunActions } from '../../run/ui/run-actions';
import { ActiveConnection } from '../../tabs/active-connection';
import { tabTitle } from '../../tabs/studio-tab';
import { TabsStore } from '../../tabs/tabs.store';

/** Tables come behind what is rarer: there may be thirty thousand of them. */
const ORDER = { action: 0, tab: 1, connection: 1, query: 3, file: 3, table: 4 } as const;
/** Pages of saved queries that are read for one opening of the palette. */
const MAX_PAGES = 20;

/** What the palette finds of the studio besides its actions: tabs, connections, tables, saved queries, files. */
@Service()
export class StudioCommands {
  private readonly tabs = inject(TabsStore);
  private readonly connection = inject(ActiveConnection).value;
  private readonly runActions = inject(RunActions);
  private readonly connections = inject(ConnectionsStore);
  private readonly connectionActions = inject(ConnectionActions);
  private readonly completion = inject(CompletionStore);
  private readonly queries = inject(SavedQueriesApi);
  private readonly queryActions = inject(SavedQueryActions);
  private readonly files = inject(FilesStore);
  private readonly fileActions = inject(FileActions);
  private readonly schema = inject(SchemaStore);
  private readonly settings = inject(SettingsStore);

  /** The open tabs, each to be brought to the front. */
  openTabs(): Command[] {
    return this.tabs.tabs().map((tab) => ({
      id: `tab ${tab.id}`,
      title: tabTitle(tab),
      detail: tab.sql.replace(/\s+/g, ' ').slice(0, 120),
      kind: 'tab',
      colour: this.colourOf(tab.connectionId),
      order: ORDER.tab,
      run: () => this.tabs.activate(tab.id),
    }));
  }

  /** The connections: chosen, one becomes the connection of the tab in front. */
  allConnections(): Command[] {
    const commands: Command[] = this.connections.connections().map(({ id, name, engine, colour }) => ({
      id: `connection ${id}`,
      title: name,
      detail: id,
      kind: 'connection',
      icon: engineIcon(engine),
      colour,
      order: ORDER.connection,
      run: () => this.tabs.setConnection(this.tabs.activeId() ?? '', id),
    }));
    const add = { id: 'connection add', title: 'Add connection', kind: 'action', icon: 'plus' } as const;
    return [...commands, { ...add, order: ORDER.action, run: () => void this.connectionActions.add() }];
  }

  /** The tables of the connection in use, as far as its catalog is known: chosen, one shows its rows. */
  async tables(): Promise<Command[]> {
    const connection = this.connection();
    const index = connection ? await this.completion.index(connection.id) : null;
    if (!connection || index === null) return [];
    const { dialect } = index.catalog;
    return index.tables
      .filter(({ schema }) => !schema.is_system)
      .map(({ schema, table, isOnPath }) => ({
        id: `table ${schema.name} ${table.name}`,
        title: isOnPath ? table.name : `${schema.name}.${table.name}`,
        detail: isOnPath ? schema.name : '',
        ...(table.kind.endsWith('view')
          ? { kind: 'view' as const, icon: 'eye' as const }
          : { kind: 'table' as const, icon: 'table' as const }),
        order: ORDER.table,
        run: () => {
          const name = qualifiedName(schema.name, table.name, dialect, isOnPath);
          this.runActions.preview(previewOf(name, table.name, this.settings.studio().preview_limit), connection);
        },
      }));
  }

  /** PREVIEW of the table that is selected in the tree of the connection in use. */
  async previewSelected(): Promise<Command[]> {
    const selected = this.schema.selectedOn(this.connection()?.id ?? null);
    const tables = selected ? await this.tables() : [];
    const found = tables.find(({ id }) => id === `table ${selected?.schema ?? ''} ${selected?.name ?? ''}`);
    if (!found) return [];
    const title = `Preview ${found.title}`;
    return [{ ...found, id: 'preview selected', title, kind: 'action', order: ORDER.action }];
  }

  /** All saved queries, each to be opened. */
  async savedQueries(): Promise<Command[]> {
    const commands: Command[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < MAX_PAGES; page++) {
      const { items, next_cursor: next }: Awaited<ReturnType<SavedQueriesApi['list']>> = await this.queries.list(
        '',
        cursor,
      );
      for (const query of items) {
        commands.push({
          id: `query ${query.id}`,
          title: query.name,
          detail: query.description,
          kind: 'query',
          icon: 'save',
          colour: this.colourOf(query.connection_id),
          order: ORDER.query,
          run: () => this.queryActions.open(query),
        });
      }
      cursor = next;
      if (cursor === null) break;
    }
    return commands;
  }

  /** The bookmarked files, each to be opened. */
  bookmarkedFiles(): Command[] {
    return (this.files.items() ?? []).map((file) => ({
      id: `file ${file.id}`,
      title: file.name,
      detail: file.path,
      kind: 'file',
      icon: 'file-code',
      order: ORDER.file,
      run: () => void this.fileActions.open(file),
    }));
  }

  private colourOf(connectionId: string | null): string | null {
    return this.connections.find(connectionId ?? '')?.colour ?? null;
  }
}
