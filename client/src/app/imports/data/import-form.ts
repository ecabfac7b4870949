import { computed, inject, linkedSignal, Service, signal } from '@angular/core';
import type { WritableSignal } from '@angular/core';
import type { Connection, DataImport, FolderCopy, ImportRequest, RejectMode } from '#libs/api';
import { dialectOf } from '#libs/dialects';
import {
  doubtFaults,
  existingTableDraft,
  handOverOf,
  folderFileName,
  folderNameFault,
  importRefusal,
  isImportable,
  mappingFaults,
  mappingOf,
  newTableDraft,
  tableName,
  withMapping,
} from '#libs/imports';
import type { DraftColumn } from '#libs/imports';
import { ConnectionsStore } from '../../shared/connections/connections.store';
import { keptResource } from '../../shared/http/kept-resource';
import type { ImportTarget } from '../../shared/imports/import-opener';
import { ImportsApi } from './imports-api';

/** Where the rows of a file go and how, while a person decides. The page provides it. */
@Service({ autoProvided: false })
export class ImportForm {
  private readonly api = inject(ImportsApi);
  private readonly connections = inject(ConnectionsStore);

  /** The file that is imported. */
  readonly record = signal<DataImport | null>(null);
  /** What the address names. */
  readonly asked = signal<ImportTarget>({ connectionId: null, schema: null, table: null }, { equal: sameJson });

  // Compared by their contents: a record that is read again does not undo what was chosen since.
  private readonly initial = computed(() => this.record()?.request ?? null, { equal: sameJson });
  private readonly copied = computed(() => this.record()?.copy ?? null, { equal: sameJson });
  private readonly file = computed(() => ({ id: this.record()?.id, name: this.record()?.file_name ?? '' }), {
    equal: sameJson,
  });
  private readonly earlier = computed(() => (this.initial() ?? this.copied())?.connection_id);
  private readonly chosenConnection = this.ofFile<string | null>(() => null);
  readonly connection = computed<Connection | null>(() => {
    const id = this.chosenConnection() ?? this.earlier() ?? this.asked().connectionId;
    return id === null ? this.firstWritable() : this.connections.find(id);
  });
  readonly options = computed(() =>
    this.connections.connections().map((connection) => ({ connection, refusal: importRefusal(connection) })),
  );
  /** Why nothing can be imported into the connection; null where something can. */
  readonly refusal = computed(() => {
    const connection = this.connection();
    return connection === null ? null : importRefusal(connection);
  });
  /** Whether the file goes into a folder, and not its rows into a table. */
  readonly isFolder = computed(() => this.connection()?.capabilities.uploads === true);
  readonly fileName = this.ofFile(() => this.copied()?.file_name ?? folderFileName(this.file().name));
  readonly replaces = this.ofFile(() => this.copied()?.replaces ?? false);
  private readonly writableId = computed(() =>
    this.refusal() === null && !this.isFolder() ? (this.connection()?.id ?? undefined) : undefined,
  );

  readonly schemas = keptResource(this.writableId, (id) => this.api.schemas(id));
  readonly schema = this.ofFile<string | null>(() => {
    const names = this.schemas.value()?.schemas ?? [];
    const wanted = this.initial()?.schema ?? this.asked().schema;
    const found = names.find(({ name }) => name === wanted) ?? names.find((one) => one.is_default) ?? names[0];
    return found?.name ?? null;
  });
  /** Whether writes of the connection are reviewed, so that the rows have to become a change set. */
  readonly isReviewed = computed(() => this.connection()?.writes === 'review');
  readonly isNew = this.ofFile(() => !this.isReviewed() && (this.initial()?.is_new ?? this.asked().table === null));
  /** Whether the rows can become a change set by choice. */
  readonly canBeChange = computed(() => !this.isNew() && this.connection()?.capabilities.change_sets === true);
  readonly wantsChange = this.ofFile(() => this.initial()?.as_change ?? false);
  /** Whether the rows become a change set. */
  readonly asChange = computed(() => this.isReviewed() || (this.canBeChange() && this.wantsChange()));
  /** How the rows become a change set; null where they are imported. */
  readonly handOver = computed(() => {
    const [connection, preview] = [this.connection(), this.record()?.preview ?? null];
    if (!this.asChange() || connection === null || preview === null) return null;
    const { change_sets: takesRows } = connection.capabilities;
    const takesStatements = dialectOf(connection.dialect).imports.insertRecords !== null;
    return handOverOf({ rowCount: preview.row_count, isNewTable: this.isNew(), takesRows, takesStatements });
  });
  private readonly place = computed(
    () => {
      const [id, schema] = [this.writableId(), this.schema()];
      return id === undefined || schema === null ? undefined : { id, schema };
    },
    { equal: sameJson },
  );
  readonly contents = keptResource(this.place, ({ id, schema }) => this.api.contents(id, schema));
  /** The names of the tables that rows can be added to. */
  readonly tables = computed(() =>
    (this.contents.value()?.tables ?? []).filter(({ kind }) => kind !== 'materialized_view').map(({ name }) => name),
  );
  readonly newName = this.ofFile(() => {
    const request = this.initial();
    return request?.is_new === true ? request.table : tableName(this.file().name);
  });
  readonly existingName = this.ofFile<string | null>(() => {
    const request = this.initial();
    return request?.is_new === false ? request.table : this.asked().table;
  });
  private readonly existing = computed(
    () => {
      const [place, table] = [this.place(), this.existingName()];
      return this.isNew() || place === undefined || table === null || table === '' ? undefined : { ...place, table };
    },
    { equal: sameJson },
  );
  readonly details = keptResource(this.existing, ({ id, schema, table }) => this.api.table(id, schema, table));
  readonly targets = computed(() => (this.isNew() ? null : (this.details.value()?.columns ?? [])));
  readonly openTargets = computed(() => (this.targets() ?? []).filter(isImportable));

  /** Not the connection itself, which is another object whenever its health is read. */
  private readonly dialect = computed(() => this.connection()?.dialect ?? null);
  readonly types = computed(() => {
    const dialect = this.dialect();
    return dialect === null ? [] : dialectOf(dialect).imports.columnTypes;
  });
  /** What was sent before to the table that is chosen; null for another one. */
  private readonly sent = computed(() => {
    const [request, isNew] = [this.initial(), this.isNew()];
    if (request?.is_new !== isNew || request.connection_id !== this.connection()?.id) return null;
    const isSame = isNew || (request.schema === this.schema() && request.table === this.existingName());
    return isSame ? request : null;
  });
  private readonly columns = computed(() => this.record()?.preview?.columns ?? [], { equal: sameJson });
  private readonly doubts = computed(() => this.record()?.preview?.doubts ?? [], { equal: sameJson });
  readonly draft = this.ofFile<readonly DraftColumn[]>(() => {
    const [targets, sent] = [this.targets(), this.sent()];
    const draft = targets === null ? this.newColumns() : existingTableDraft(this.columns(), targets);
    return sent === null ? draft : withMapping(draft, sent.columns, targets);
  });
  private readonly newColumns = computed(() => {
    const dialect = this.dialect();
    return dialect === null ? [] : newTableDraft(this.columns(), dialect);
  });
  readonly onReject = this.ofFile<RejectMode>(() => this.initial()?.on_reject ?? 'stop');

  /** What keeps the import from starting, a sentence each. */
  readonly faults = computed<string[]>(() => {
    const refusal = this.refusal();
    if (refusal !== null) return [refusal];
    if (this.connection() === null) return ['Choose a connection.'];
    if (this.isFolder()) return this.fileFaults();
    if (this.isNew() && this.newName().trim() === '') return ['Name the new table.'];
    if (this.isNew() && this.tables().includes(this.newName()))
      return [`The table "${this.newName()}" exists. Choose another name, or import into the existing table.`];
    const handOver = this.handOver();
    if (handOver?.kind === 'refused') return [handOver.reason];
    if (!this.isNew() && !this.existingName()) return ['Choose a table.'];
    if (!this.isNew() && this.details.state() !== 'ready') return ['The columns of the table are still being read.'];
    const [columns, targets] = [mappingOf(this.draft(), this.isNew()), this.targets()];
    const types = new Map(targets?.map(({ name, type }) => [name, type]));
    return [
      ...mappingFaults({ columns, sources: this.columns().map(({ name }) => name), targets }),
      ...doubtFaults(this.doubts(), columns, ({ target, type }) => type ?? types.get(target) ?? null),
    ];
  });

  /** Makes a connection the target; its default schema comes with it. */
  choose(id: string): void {
    this.chosenConnection.set(id);
  }

  change(source: string, change: Partial<DraftColumn>): void {
    this.draft.update((draft) => draft.map((column) => (column.source === source ? { ...column, ...change } : column)));
  }

  includeAll(isIncluded: boolean): void {
    this.draft.update((draft) =>
      draft.map((column) => ({ ...column, isIncluded: isIncluded && (this.isNew() || column.target !== '') })),
    );
  }

  /** What is chosen for a file: another one begins anew, although the same may be known of it. */
  private ofFile<T>(begin: () => T): WritableSignal<T> {
    return linkedSignal(() => {
      this.file();
      return begin();
    });
  }

  /** What is sent to copy the file into a folder; null where something is missing. */
  copy(): FolderCopy | null {
    const connection = this.connection();
    if (connection === null || this.faults().length > 0) return null;
    return { connection_id: connection.id, file_name: this.fileName(), replaces: this.replaces() };
  }

  /** What is sent to start; null where something is missing. */
  request(): ImportRequest | null {
    const [connection, schema] = [this.connection(), this.schema()];
    const table = this.isNew() ? this.newName() : this.existingName();
    if (connection === null || schema === null || table === null || this.faults().length > 0) return null;
    const columns = mappingOf(this.draft(), this.isNew());
    return {
      ...{ connection_id: connection.id, schema, table, is_new: this.isNew() },
      ...{ columns, on_reject: this.asChange() ? 'stop' : this.onReject() },
      ...(this.asChange() && { as_change: true }),
    };
  }

  private fileFaults(): string[] {
    const format = this.record()?.format;
    const fault = format === undefined ? null : folderNameFault(this.fileName(), format);
    return fault === null ? [] : [fault];
  }

  private firstWritable(): Connection | null {
    const selected = this.connections.selected();
    if (selected !== null && importRefusal(selected) === null) return selected;
    return this.connections.connections().find((connection) => importRefusal(connection) === null) ?? selected;
  }
}

function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
