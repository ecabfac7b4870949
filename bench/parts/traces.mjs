/** What a browser notes of itself (its trace). */

/**
 * One thing that was noted: `ts` and `dur` are in microseconds of one clock, `startTime` is in milliseconds from the
 * beginning of the visit.
 * @typedef {{name: string, pid: number, tid: number, ts: number, dur?: number, args?: {data?: {startTime?: number}}}} TraceEvent
 */

/**
 * A connection to a browser that speaks the DevTools protocol, as Playwright's `CDPSession`.
 * @typedef {{send(method: string, params?: object): Promise<any>, once(event: string, listener: (params: any) => void): unknown}} DevTools
 */

/** A thread takes one task after another; each is noted under this name. */
const TASK = 'ThreadControllerImpl::RunTask';

/**
 * Lets a browser note its tasks and the marks of its pages while something is done. That much makes no page measurably
 * slower.
 * @param {DevTools} tools @param {() => Promise<void>} work
 * @returns {Promise<TraceEvent[]>}
 */
export async function traced(tools, work) {
  const traceConfig = { includedCategories: ['toplevel', 'blink.user_timing'], excludedCategories: ['*'] };
  await tools.send('Tracing.start', { transferMode: 'ReturnAsStream', traceConfig });
  await work();
  const complete = new Promise((resolve) => tools.once('Tracing.tracingComplete', resolve));
  await tools.send('Tracing.end');
  const { stream } = await complete;
  const parts = [];
  for (let isAtEnd = false; !isAtEnd;) {
    const { data, base64Encoded, eof } = await tools.send('IO.read', { handle: stream });
    parts.push(Buffer.from(data, base64Encoded ? 'base64' : 'utf8'));
    isAtEnd = eof;
  }
  return JSON.parse(Buffer.concat(parts).toString()).traceEvents;
}

/** The marks of a name, in the order in which they were made. @param {readonly TraceEvent[]} events @param {string} name */
export function marksOf(events, name) {
  return events.filter((event) => event.name === name).sort((a, b) => a.ts - b.ts);
}

/**
 * Returns the moment at which the task of a mark ended, in microseconds; null where it was not noted to its end.
 * @param {readonly TraceEvent[]} events @param {TraceEvent} mark
 */
export function taskEndOf(events, { pid, tid, ts: at }) {
  const isTask = (/** @type {TraceEvent} */ { name, ts, dur = 0, ...event }) =>
    name === TASK && event.pid === pid && event.tid === tid && ts <= at && at <= ts + dur;
  const task = events.find(isTask);
  return task ? task.ts + (task.dur ?? 0) : null;
}

/**
 * Returns how many milliseconds the thread of a mark was at work between two moments.
 * @param {readonly TraceEvent[]} events @param {{pid: number, tid: number}} thread
 * @returns {(from: number, to: number) => number}
 */
export function workOf(events, { pid, tid }) {
  const tasks = events.filter((event) => event.name === TASK && event.pid === pid && event.tid === tid);
  return (from, to) => {
    const parts = tasks.map(({ ts, dur = 0 }) => Math.max(0, Math.min(ts + dur, to) - Math.max(ts, from)));
    return parts.reduce((sum, part) => sum + part, 0) / 1000;
  };
}
