/** What the name of a spatial type says. */
export interface GeometryType {
  readonly isGeography: boolean;
  /** The kind of shape in lower case without Z and M (`point`, `multipolygon`); `geometry` where any may occur. */
  readonly shape: string;
  /** The spatial reference that the type fixes; null where each row has its own. */
  readonly srid: number | null;
}

const SPATIAL =
  /^(?:(?:"(?:[^"]|"")*"|[^".(\s]+)\.)?"?(geometry|geography)"?(?:\((\w+?)(?:Z|M|ZM)?(?:,\s*(\d+))?\))?$/i;

/** Reads a spatial type as `format_type` spells it, with or without schema and modifier; null for every other type. */
export function geometryType(type: string): GeometryType | null {
  const [match, base, shape, srid] = SPATIAL.exec(type) ?? [];
  if (match === undefined) return null;
  const isGeography = base?.toLowerCase() === 'geography';
  return {
    isGeography,
    shape: shape?.toLowerCase() ?? 'geometry',
    srid: srid === undefined || srid === '0' ? (isGeography ? 4326 : null) : Number(srid),
  };
}
