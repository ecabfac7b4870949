export type FieldType =
  ('text' | 'secret' | 'number' | 'choice' | 'switch') | ('list' | 'sql' | 'connection' | 'cron' | 'path');

/** A value of a field: a list of texts is no single value. */
export type FieldValue = string | number | boolean | null;

/** Holds while the value of another field is one of `is`; a field that is left out has the value null. */
export interface FieldCondition {
  field: string;
  is: FieldValue[];
}

export interface FieldChoice {
  value: string;
  label: string;
  shown_if?: FieldCondition;
  /** Offered only where the form's connection is this one. */
  connection_id?: string;
  /** Values of other fields that usually go with this choice; they replace only those of the choice before. */
  presets?: Record<string, FieldValue>;
}

/** A problem that a switch solves: where the server refuses with this code, the form offers to turn the switch. */
export interface FieldOffer {
  code: string;
  /** Explains what to do, in a sentence or two. */
  text: string;
}

/** One field of a form of settings; `name` is the member of the settings that it sets. Numbers are whole. */
export interface FormField {
  name: string;
  type: FieldType;
  label: string;
  help?: string;
  placeholder?: string;
  required?: boolean;
  /** The value that applies where the field is left out. */
  default?: FieldValue;
  min?: number;
  max?: number;
  unit?: string;
  /** Left out where they depend on what there is: the description of the single kind has them. */
  choices?: FieldChoice[];
  shown_if?: FieldCondition;
  /** The value that a new form starts with, where that is not the default. */
  initial?: FieldValue;
  /** The error of a required field that is empty. */
  missing?: string;
  /** A regular expression that the text, or each item of a list, matches. */
  pattern?: string;
  /** The error of a text that does not match `pattern`, where `{value}` stands for the text, or of a wrong number. */
  mismatch?: string;
  /** The help where there is nothing to choose. */
  empty?: string;
  /** In characters. */
  max_length?: number;
  /** The share of a row; a whole row where it is left out. */
  width?: 'half' | 'third' | 'two-thirds';
  /** The heading that the field stands under, folded away at first. */
  section?: string;
  /** Lines of a text area. A list with lines has an item per line, another list is one line. */
  rows?: number;
  /** The text is a JSON object. */
  format?: 'json';
  /** The switch is on while the value is false. */
  inverted?: boolean;
  /** What to consider, shown while the switch is on. */
  warning?: string;
  offer?: FieldOffer;
}
