/** The demo's connections and files, which are there before the workbench answers and after it has stopped. */
export interface DemoHome {
  /** Distinguishes it from the demos of other state directories that share the state; empty for one made before ids. */
  readonly id: string;
  /** True until the things that features add have all been made, once. */
  readonly lacksContents: boolean;
  /** True where the shop has geometries. */
  readonly hasPostgis: boolean;
  /** Resolves when the shop's Postgres has started, or has failed to. */
  whenStarted(): Promise<void>;
  /** Notes that everything was made: later starts make nothing. */
  markComplete(): Promise<void>;
  /**
   * The ids of the demo's connections in the configuration file, whatever they are called by now. Throws
   * `demo-unreadable`.
   */
  connectionIds(): Promise<string[]>;
  /** Names of the files that people have put into the drop folder, or changed there. Throws `demo-unreadable`. */
  foreignFiles(): Promise<string[]>;
  /** Stops the shop's Postgres and deletes the demo's data, without those files. Throws `demo-unreadable` before it. */
  remove(): Promise<void>;
}
