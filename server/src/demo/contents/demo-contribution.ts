import type { Actor } from '#libs/access';
import type { DemoItemView } from '#libs/demo';

/** A thing of the demo: `kind` and `name` for people to read, `stamp` to see whether a person has changed it. */
export interface DemoItem extends Readonly<DemoItemView> {
  readonly id: string;
  readonly stamp: string;
}

/** What a contribution needs in order to make its things. */
export interface DemoContext {
  /** Owns what is made. */
  readonly actor: Actor;
  /** The ids of the demo's connections that are in the list. */
  readonly connectionIds: ReadonlySet<string>;
  /** True where the shop has geometries. */
  readonly hasPostgis: boolean;
  /** Aborts when the demo is removed, or the workbench stops. */
  readonly signal: AbortSignal;
  /** Of its things, those that an earlier start made and that stay: they must not be made again. */
  readonly kept: readonly DemoItem[];
  /** Runs `make` in one transaction and notes in it what was made: both are kept, or neither. */
  readonly record: (make: () => Promise<readonly DemoItem[]>) => Promise<void>;
}

/** What has become of a thing of the demo. */
export type DemoItemFate = 'unchanged' | 'changed' | 'gone';

/** What one feature adds to the demo. */
export interface DemoContribution {
  /** Names it in the list of what was made. */
  readonly part: string;
  /** Its place among the others: those before it have made their things. */
  readonly order: number;
  /** True for what takes milliseconds: it is made before the workbench is ready. */
  readonly isImmediate: boolean;
  /** Makes its things through `context.record`. */
  create(context: DemoContext): Promise<void>;
  /** Reports what has become of a thing. */
  fateOf(actor: Actor, item: DemoItem): Promise<DemoItemFate>;
  /**
   * Names what a thing belongs to: where a person has changed one thing of a group, all of it stays when a start that was
   * cut off is repeated. Its own id by default.
   */
  groupOf?(item: DemoItem): Promise<string> | string;
  /** Removes a thing that no person has changed. */
  remove(actor: Actor, item: DemoItem): Promise<void>;
  /** Lists what the feature holds on some connections, the demo's own things included: those are subtracted by id. */
  onConnections?(actor: Actor, connectionIds: ReadonlySet<string>): Promise<readonly Omit<DemoItem, 'stamp'>[]>;
}
