/** A field of a form that the client draws from the server's description. Numbers are in `unit`. */
export interface FormField {
  /** The setting that it fills; a dot leads into an object, as in `pool.max`. */
  name: string;
  type: 'text' | 'secret' | 'number' | 'choice' | 'switch' | 'list' | 'sql' | 'connection' | 'cron' | 'path';
  label: string;
  help?: string;
  placeholder?: string;
  required?: boolean;
  default?: string | number | boolean | null;
  min?: number;
  max?: number;
  unit?: string;
  choices?: { value: string; label: string }[];
  /** The field is shown while another one has one of these values. */
  shown_if?: { field: string; is: (string | number | boolean | null)[] };
}
