/** A value by the place, among the cells of a file, of the first one that has it. */
export interface GroupPlace {
  readonly place: number;
  readonly count: number;
}

/** What the engine finds out about the cells of a file. */
export interface ColumnGroups {
  readonly rows: number;
  readonly distinct: number;
  readonly nulls: number;
  readonly min: GroupPlace | null;
  readonly max: GroupPlace | null;
  /** The one or two values in the middle; empty for kinds without. */
  readonly middle: readonly GroupPlace[];
  readonly top: readonly GroupPlace[];
}
