import { computed, effect, inject, Service, signal, untracked } from '@angular/core';
import type { SchemaContents, SchemaList, SchemaObject, SchemaObjectKind, TableDetails } from '#libs/api';
import { ApiProblem } from '../../shared/http/api-problem';
import { RunsStore } from '../run/runs.store';
import { readOpenParts } from './open-schema-parts';
import { visibleRows } from './schema-rows';
import type { SelectedTable } from '#libs/sql';
import { groupId, groupOf, schemaId, selectedTable, tableId } from './schema-tree';
import type { Loadable, ObjectGroup, SchemaRow, SchemaTree } from './schema-tree';
import { SchemaApi } from './schema-api';
import type { TreeTarget } from './search/search-hits';

/** Schemas whose names are fetched unasked while a filter is typed. */
const FILTER_REACH = 40;

const LOADING = { state: 'loading' } as const;
const UNKNOWN: SchemaTree = {
  kinds: [],
  schemas: LOADING,
  contents: new Map(),
  details: new Map(),
  objects: new Map(),
  expanded: new Set(),
  filter: '',
};

/** The live catalog of each connection that was looked at: names first, details when a row is opened. */
@Service()
export class SchemaStore {
  private readonly api = inject(SchemaApi);
  private readonly trees = signal<ReadonlyMap<string, SchemaTree>>(new Map());
  private readonly connectionId = signal<string | null>(null);
  private readonly kinds = signal<readonly SchemaObjectKind[]>([]);
  private readonly selected = signal<ReadonlyMap<string, SelectedTable | null>>(new Map());
  private readonly sought = signal<TreeTarget | null>(null);
  /** Grows with each refresh of a connection, so that an answer asked for before it is thrown away. */
  private readonly generations = new Map<string, number>();

  readonly tree = computed(() => this.trees().get(this.connectionId() ?? '') ?? null);
  readonly rows = computed<SchemaRow[]>(() => {
    const tree = this.tree();
    return tree ? visibleRows({ ...tree, kinds: this.kinds() }) : [];
  });

  /** Where the row that was sought is; -1 while there is none. */
  readonly soughtIndex = computed(() => {
    const target = this.sought();
    if (target === null) return -1;
    const { id, parentId, label } = target;
    return this.rows().findIndex((row) =>
      id === null ? row.parentId === parentId && row.label === label && row.node.kind === 'column' : row.id === id,
    );
  });

  constructor() {
    const { schemaChange } = inject(RunsStore);
    effect(() => {
      const change = schemaChange();
      if (change !== null) untracked(() => this.outdate(change.connectionId));
    });
  }

  /** The table that is selected in the tree of a connection; null for none. It is context for completion and Copilot. */
  selectedOn(connectionId: string | null): SelectedTable | null {
    return this.selected().get(connectionId ?? '') ?? null;
  }

  /** Selects a row of the shown connection: its table, or the one that it belongs to. */
  select(row: SchemaRow): void {
    const connectionId = this.connectionId();
    if (connectionId !== null) this.selected.update((all) => new Map(all).set(connectionId, selectedTable(row)));
  }

  /** Turns to a connection, whose engine has objects of `kinds`, and reads its schemas the first time. */
  show(connectionId: string | null, kinds: readonly SchemaObjectKind[] = []): void {
    this.connectionId.set(connectionId);
    this.kinds.set(kinds);
    if (connectionId !== null && !this.trees().has(connectionId)) void this.loadSchemas(connectionId);
  }

  /** Reads the shown connection's catalog again; what was open stays open. */
  refresh(): void {
    const connectionId = this.connectionId();
    if (connectionId === null) return;
    this.overtake(connectionId);
    const { expanded, filter } = this.trees().get(connectionId) ?? UNKNOWN;
    this.set(connectionId, { ...UNKNOWN, expanded, filter });
    void this.loadSchemas(connectionId);
  }

  /**
   * Reads again what is open of a connection's catalog and puts it in place at once, so that nothing flickers. What
   * cannot be read leaves the tree as it is; a connection that is not shown is read when it is shown again.
   */
  async renew(connectionId: string): Promise<void> {
    const before = this.trees().get(connectionId);
    if (connectionId !== this.connectionId()) this.forget(connectionId);
    if (before?.schemas.state !== 'ready' || connectionId !== this.connectionId()) return;
    const generation = this.generations.get(connectionId);
    const fresh = await readOpenParts(this.api, connectionId, before).catch(() => null);
    if (fresh === null || generation !== this.generations.get(connectionId)) return;
    this.change(connectionId, (tree) => ({ ...tree, ...fresh }));
    // What was opened meanwhile is read now.
    this.loadExpanded(connectionId);
    for (const contents of fresh.contents.values()) this.loadOpenTables(connectionId, contents.value);
  }

  /** What is shown is read again at once, the rest when it is looked at. */
  private outdate(connectionId: string): void {
    if (connectionId === this.connectionId()) this.refresh();
    else this.forget(connectionId);
  }

  private overtake(connectionId: string): void {
    this.generations.set(connectionId, (this.generations.get(connectionId) ?? 0) + 1);
  }

  private forget(connectionId: string): void {
    this.overtake(connectionId);
    this.trees.update((trees) => new Map([...trees].filter(([id]) => id !== connectionId)));
  }

  /** Opens a row and reads what is inside it. */
  expand(row: SchemaRow): void {
    const connectionId = this.connectionId();
    if (connectionId === null || !row.isExpandable || row.isExpanded) return;
    this.change(connectionId, (tree) => ({ ...tree, expanded: new Set([...tree.expanded, row.id]) }));
    const { node } = row;
    if (node.kind === 'schema') void this.loadContents(connectionId, node.schema.name);
    if (node.kind === 'table') void this.loadDetails(connectionId, node.schema.name, node.table.name);
    if (node.kind === 'group') void this.loadObjects(connectionId, node.group);
  }

  /** Opens what is above a row and has the tree go to it once it is there. */
  reveal(connectionId: string, target: TreeTarget): void {
    if (!this.trees().has(connectionId)) void this.loadSchemas(connectionId);
    this.change(connectionId, (tree) => ({
      ...tree,
      filter: '',
      expanded: new Set([...tree.expanded, ...target.open]),
    }));
    this.sought.set(target);
    this.loadExpanded(connectionId);
    for (const contents of this.trees().get(connectionId)?.contents.values() ?? []) {
      if (contents.state === 'ready') this.loadOpenTables(connectionId, contents.value);
    }
  }

  /** The tree has gone to the row that was sought, or somewhere else. */
  arrived(): void {
    this.sought.set(null);
  }

  /** Closes a row. */
  collapse(row: SchemaRow): void {
    const connectionId = this.connectionId();
    if (connectionId === null) return;
    this.change(connectionId, (tree) => ({
      ...tree,
      expanded: new Set([...tree.expanded].filter((id) => id !== row.id)),
    }));
  }

  /** Shows only tables whose name contains the text. */
  setFilter(filter: string): void {
    const connectionId = this.connectionId();
    if (connectionId === null) return;
    this.change(connectionId, (tree) => ({ ...tree, filter }));
    const schemas = this.tree()?.schemas;
    if (filter.trim() === '' || schemas?.state !== 'ready') return;
    for (const { name } of schemas.value.schemas.slice(0, FILTER_REACH)) void this.loadContents(connectionId, name);
  }

  private async loadSchemas(connectionId: string): Promise<void> {
    if (!this.trees().has(connectionId)) this.set(connectionId, UNKNOWN);
    const schemas = await this.ask<SchemaList>(connectionId, () => this.api.schemas(connectionId));
    if (!schemas) return;
    this.change(connectionId, (tree) => ({ ...tree, schemas, expanded: withDefault(tree.expanded, schemas) }));
    this.loadExpanded(connectionId);
  }

  private loadExpanded(connectionId: string): void {
    const tree = this.trees().get(connectionId);
    if (tree?.schemas.state !== 'ready') return;
    for (const { name } of tree.schemas.value.schemas) {
      if (tree.expanded.has(schemaId(name))) void this.loadContents(connectionId, name);
    }
    for (const id of tree.expanded) {
      const group = groupOf(id);
      if (group !== null) void this.loadObjects(connectionId, group);
    }
  }

  private async loadContents(connectionId: string, schema: string): Promise<void> {
    const id = schemaId(schema);
    if (isKnown(this.trees().get(connectionId)?.contents.get(id))) return;
    this.change(connectionId, (tree) => ({ ...tree, contents: new Map(tree.contents).set(id, LOADING) }));
    const contents = await this.ask<SchemaContents>(connectionId, () => this.api.schemaContents(connectionId, schema));
    if (!contents) return;
    this.change(connectionId, (tree) => ({ ...tree, contents: new Map(tree.contents).set(id, contents) }));
    if (contents.state === 'ready') this.loadOpenTables(connectionId, contents.value);
  }

  private loadOpenTables(connectionId: string, contents: SchemaContents): void {
    const expanded = this.trees().get(connectionId)?.expanded;
    for (const table of contents.tables) {
      if (expanded?.has(tableId(contents.schema, table.name)) === true) {
        void this.loadDetails(connectionId, contents.schema, table.name);
      }
    }
  }

  private async loadDetails(connectionId: string, schema: string, table: string): Promise<void> {
    const id = tableId(schema, table);
    if (isKnown(this.trees().get(connectionId)?.details.get(id))) return;
    this.change(connectionId, (tree) => ({ ...tree, details: new Map(tree.details).set(id, LOADING) }));
    const details = await this.ask<TableDetails>(connectionId, () =>
      this.api.tableDetails(connectionId, schema, table),
    );
    if (details) this.change(connectionId, (tree) => ({ ...tree, details: new Map(tree.details).set(id, details) }));
  }

  private async loadObjects(connectionId: string, group: ObjectGroup): Promise<void> {
    const id = groupId(group);
    if (isKnown(this.trees().get(connectionId)?.objects.get(id))) return;
    this.change(connectionId, (tree) => ({ ...tree, objects: new Map(tree.objects).set(id, LOADING) }));
    const found = await this.ask<readonly SchemaObject[]>(connectionId, () => this.api.objects(connectionId, group));
    if (found) this.change(connectionId, (tree) => ({ ...tree, objects: new Map(tree.objects).set(id, found) }));
  }

  /** An answer or a failure; null when a refresh has overtaken the question. */
  private async ask<T>(connectionId: string, question: () => Promise<T>): Promise<Loadable<T> | null> {
    const generation = this.generations.get(connectionId);
    let answer: Loadable<T>;
    try {
      answer = { state: 'ready', value: await question() };
    } catch (error) {
      answer = { state: 'failed', message: ApiProblem.from(error).detail };
    }
    return generation === this.generations.get(connectionId) ? answer : null;
  }

  private change(connectionId: string, change: (tree: SchemaTree) => SchemaTree): void {
    this.set(connectionId, change(this.trees().get(connectionId) ?? UNKNOWN));
  }

  private set(connectionId: string, tree: SchemaTree): void {
    this.trees.update((trees) => new Map(trees).set(connectionId, tree));
  }
}

/** A failed part is asked for again when it is opened again. */
function isKnown(part: Loadable<unknown> | undefined): boolean {
  return part !== undefined && part.state !== 'failed';
}

function withDefault(expanded: ReadonlySet<string>, schemas: Loadable<SchemaList>): ReadonlySet<string> {
  if (schemas.state !== 'ready' || expanded.size > 0) return expanded;
  const { schemas: names } = schemas.value;
  const first = names.find((schema) => schema.is_default) ?? (names.length === 1 ? names[0] : undefined);
  return first ? new Set([schemaId(first.name)]) : expanded;
}
