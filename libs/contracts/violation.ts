import type { ForeignKey, TableName } from '../catalog/index.js';

/** One expectation of a contract that a catalog does not meet. */
export type Violation = ViolationFact & {
  /** The table as it is shown: `schema.table`, or the table alone in `public`. */
  readonly table: string;
  /** One line in the specification's words. */
  readonly summary: string;
};

/** What is broken, without the words for it: what the contract expects beside what is there. */
export type ViolationFact = TableName &
  (
    | { readonly kind: 'table_gone' }
    | { readonly kind: 'column_gone'; readonly column: string; readonly expected: string }
    | { readonly kind: 'type_changed'; readonly column: string; readonly expected: string; readonly actual: string }
    /** Expected and actual say whether the column is nullable. */
    | {
        readonly kind: 'nullability_changed';
        readonly column: string;
        readonly expected: boolean;
        readonly actual: boolean;
      }
    | {
        readonly kind: 'primary_key_changed';
        readonly expected: readonly string[];
        readonly actual: readonly string[];
      }
    /** `column` is there when the key has one column. */
    | { readonly kind: 'foreign_key_gone'; readonly column?: string; readonly expected: ForeignKey }
  );

export type ViolationKind = ViolationFact['kind'];
