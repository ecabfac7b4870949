/** `none`: there is no demo; `preparing`: parts of it are still being made; `ready`: everything is there. */
export type DemoState = 'none' | 'preparing' | 'ready';

/** A thing of the demo, or one that a person made on its connections. */
export interface DemoItemView {
  /** What it is, for people to read: `saved query`. */
  kind: string;
  name: string;
}

/** `GET /api/demo`. */
export interface DemoView {
  state: DemoState;
  /** The demo's connections that are still in the list. */
  connections: { id: string; name: string }[];
  /** What removing the demo deletes besides its connections and their data. */
  removed: DemoItemView[];
  /** What stays: things of the demo that a person changed, and what people made on its connections. */
  kept: DemoItemView[];
}
