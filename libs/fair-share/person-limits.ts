import { countedText } from '../results/index.js';

/** What one person may have at once. Each is a whole number, at least 1. */
export interface PersonLimits {
  /** Sessions that hold a transaction, settings or temporary tables, over all connections. */
  readonly sessions: number;
  /** Statements that run, over all connections. */
  readonly running: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
  /** Files that are being written. */
  readonly exports: number;
  /** Live streams: of events, and of runs. */
  readonly streams: number;
  /** Map tiles that are being computed. */
  readonly tiles: number;
  /** Completions, plans, schema reads and sorted pages that are being computed. */
  readonly lookups: number;
  /** Requests to the AI provider that are on their way. */
  readonly copilot: number;
  /** Previews of pipelines that run. */
  readonly previews: number;
}

/** In force where several people share a workbench and nothing else is configured. */
export const SHARED_LIMITS: PersonLimits = {
  ...{ sessions: 16, running: 8, waiting: 100, exports: 4, streams: 50 },
  ...{ tiles: 16, lookups: 6, copilot: 2, previews: 2 },
};

/** In force for the only person of a workbench: bounds for what one machine holds, not for sharing it. */
export const SINGLE_LIMITS: PersonLimits = {
  ...{ sessions: 1000, running: 1000, waiting: 10_000, exports: 100, streams: 1000 },
  ...{ tiles: 1000, lookups: 1000, copilot: 100, previews: 100 },
};

/** Requests of the API. The pages of the workbench send a few in a second, and some tens when a map is moved. */
export const SHARED_REQUEST_RATE = { perSecond: 100, burst: 500 } as const;

/** Finished results of one person that can still be read. */
export const KEPT_RUNS = 200;

/** A person's bytes of kept results where nothing else is configured: a quarter of all, and room for one result. */
export function defaultResultBytes(totalBytes: number, resultBytes: number): number {
  return Math.max(resultBytes, Math.floor(totalBytes / 4));
}

/** How many of a resource's slots one person may hold: a quarter of them, at least one, is left to others. */
export function slotsPerPerson(capacity: number): number {
  return capacity <= 1 ? 1 : capacity - Math.max(1, Math.floor(capacity / 4));
}

/** What counts against a limit, as problems name it. */
const NOUNS: Readonly<Record<keyof PersonLimits, readonly [verb: string, singular: string, plural: string]>> = {
  sessions: ['have', 'open session', 'open sessions'],
  running: ['run', 'statement', 'statements'],
  waiting: ['have', 'waiting statement', 'waiting statements'],
  exports: ['export', 'file', 'files'],
  streams: ['have', 'open stream', 'open streams'],
  tiles: ['load', 'map tile', 'map tiles'],
  lookups: ['have', 'lookup in progress', 'lookups in progress'],
  copilot: ['have', 'open question to the Copilot', 'open questions to the Copilot'],
  previews: ['run', 'pipeline preview', 'pipeline previews'],
};

const ADVICE: Readonly<Record<keyof PersonLimits, string>> = {
  sessions: 'End a transaction or close a tab.',
  running: 'Wait for one to end, or cancel it.',
  waiting: 'Wait for one to end, or cancel it.',
  exports: 'Wait for one to end, or cancel it.',
  streams: 'Close a tab of the workbench.',
  tiles: 'Wait until the map is drawn.',
  lookups: 'Wait for one to end.',
  copilot: 'Wait for an answer, or stop it.',
  previews: 'Wait for one to end.',
};

/** Says that a person has reached a limit of their own: "You already run 8 statements. Wait for one to end, or cancel it." */
export function personLimitText(limit: keyof PersonLimits, count: number): string {
  const [verb, singular, plural] = NOUNS[limit];
  return `You already ${verb} ${countedText(count, singular, plural)}. ${ADVICE[limit]}`;
}

/** Says that a connection had no free session in time, and how many people wait for one. */
export function busyConnectionText(people: number, sessions: number): string {
  const held = sessions === 1 ? 'Its one session is' : `All ${sessions} sessions are`;
  const waiting = people === 0 ? '' : `: ${people === 1 ? '1 person is' : `${people} people are`} waiting`;
  return `This connection is busy${waiting}. ${held} in use. Run again later, or end a transaction of your own.`;
}

/** Says that a person holds as much of a connection as one person may. */
export function ownShareText(held: number, sessions: number): string {
  return `You already use ${held} of the ${countedText(sessions, 'session')} of this connection; the others are reserved for other people. End a transaction or wait for a statement to end.`;
}
