/**
 * Whether the columns of an index, a row `i` of `pg_index`, find a row for certain: one that takes NULL, covers a part of the
 * rows or has expressions does not.
 */
export const FINDS_ROWS = `(i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL
                 AND NOT EXISTS (SELECT FROM pg_catalog.pg_attribute a
                                  WHERE a.attrelid = i.indrelid AND NOT a.attnotnull
                                    AND a.attnum = ANY ((i.indkey::pg_catalog.int2[])[0:i.indnkeyatts - 1])))`;
