/** A question that a dialog asks. */
export interface Confirmation {
  /** A question, or a verb phrase. */
  heading: string;
  /** What will be so afterwards, and what will not be touched. */
  text: string;
  /** Listed below the text: the things that it means. */
  items?: readonly string[];
  /** The button: a verb with its object. */
  action: string;
  /** The button that changes nothing, which has the focus; Cancel by default. */
  cancel?: string;
  isDangerous?: boolean;
}
