import type { TextPlace } from '../text-stretch';

/** The field that takes the keys: the editor, or a plain field where that is not there. */
export interface TextField {
  readonly place: () => TextPlace;
  /** Puts a text in the place of a stretch, as if it had been typed; `cursor` counts in it, null is behind it. */
  readonly replace: (stretch: { start: number; end: number }, text: string, cursor: number | null) => void;
  /** Moves the cursor to an offset, shows it and takes the focus. */
  readonly goTo: (offset: number) => void;
  readonly focus: () => void;
}
