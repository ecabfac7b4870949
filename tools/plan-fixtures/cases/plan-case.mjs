/**
 * A statement whose plan shows a node of a documented kind.
 * @typedef {object} PlanCase
 * @property {string} name
 * @property {readonly string[]} shows Words that the plan in the text format must hold, so that no case loses its point.
 * @property {string} sql
 * @property {readonly string[]} [settings] Such as `enable_hashjoin = off`, for this case alone.
 * @property {number} [since] The first version that has the node or the syntax.
 * @property {number} [until] The last version that does.
 * @property {string} [before] Statements that the case needs besides the common tables.
 * @property {readonly string[]} [options] Of EXPLAIN, besides ANALYZE and BUFFERS.
 * @property {boolean} [isEstimated] Whether it is only estimated.
 * @property {string} [into] The table into which the plan is written from where the statement runs, such as a trigger.
 */

/**
 * Settings that turn planner methods off.
 * @param {readonly string[]} names Such as `hashjoin`.
 */
export const off = (...names) => names.map((name) => `enable_${name} = off`);

/** Settings under which even small tables are read by parallel workers. */
export const PARALLEL = [
  'max_parallel_workers_per_gather = 2',
  'parallel_setup_cost = 0',
  'parallel_tuple_cost = 0',
  'min_parallel_table_scan_size = 0',
  'min_parallel_index_scan_size = 0',
];
