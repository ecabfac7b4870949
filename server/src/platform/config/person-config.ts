import {
  KEPT_TEXT_BYTES,
  SHARED_LIMITS,
  SHARED_REQUEST_RATE,
  SINGLE_LIMITS,
  defaultResultBytes,
} from '#libs/fair-share';
import type { PersonLimits, RequestRate } from '#libs/fair-share';

/** What one person may have of what everybody shares. */
export interface PersonConfig {
  readonly personLimits: PersonLimits;
  /** Requests of the API by one person, and by one address without an identity; null where nothing is counted. */
  readonly requestRate: RequestRate | null;
  /** Bytes on disk that all kept results of one person may take together. */
  readonly personResultsMaxBytes: number;
  /** Bytes that the open tabs of one person may take on the server, and as much for their saved queries and unapplied change sets. */
  readonly personTextsMaxBytes: number;
  /** Milliseconds that a statement may wait for a session of its connection. */
  readonly sessionWaitMs: number;
}

/** How the configuration reads its parts. */
interface Reading {
  readonly mode: 'single' | 'multi';
  readonly count: (name: string, otherwise: number, least: number) => number;
  readonly bytes: (name: string, otherwise: number) => number;
  readonly results: { readonly resultMaxBytes: number; readonly resultsMaxBytes: number };
}

const NAMES: Readonly<Record<keyof PersonLimits, string>> = {
  sessions: 'WORKBENCH_PERSON_SESSIONS',
  running: 'WORKBENCH_PERSON_RUNNING',
  waiting: 'WORKBENCH_PERSON_WAITING',
  exports: 'WORKBENCH_PERSON_EXPORTS',
  streams: 'WORKBENCH_PERSON_STREAMS',
  tiles: 'WORKBENCH_PERSON_TILES',
  lookups: 'WORKBENCH_PERSON_LOOKUPS',
  copilot: 'WORKBENCH_PERSON_COPILOT',
  previews: 'WORKBENCH_PERSON_PREVIEWS',
};

/** Seconds of requests that may come at once. */
const BURST_SECONDS = SHARED_REQUEST_RATE.burst / SHARED_REQUEST_RATE.perSecond;

/** Reads the limits of one person. A workbench of one person has none that another one would need. */
export function readPersonConfig({ mode, count, bytes, results }: Reading): PersonConfig {
  const isShared = mode === 'multi';
  const otherwise = isShared ? SHARED_LIMITS : SINGLE_LIMITS;
  const limit = (name: keyof PersonLimits) => count(NAMES[name], otherwise[name], 1);
  const perSecond = count('WORKBENCH_PERSON_REQUESTS_PER_SECOND', isShared ? SHARED_REQUEST_RATE.perSecond : 0, 0);
  const { resultMaxBytes, resultsMaxBytes } = results;
  const ownBytes = isShared ? defaultResultBytes(resultsMaxBytes, resultMaxBytes) : resultsMaxBytes;
  return {
    personLimits: {
      ...{ sessions: limit('sessions'), running: limit('running'), waiting: limit('waiting') },
      ...{ exports: limit('exports'), streams: limit('streams'), tiles: limit('tiles') },
      ...{ lookups: limit('lookups'), copilot: limit('copilot'), previews: limit('previews') },
    },
    requestRate: perSecond === 0 ? null : { perSecond, burst: perSecond * BURST_SECONDS },
    personResultsMaxBytes: bytes('WORKBENCH_PERSON_RESULTS_MAX_BYTES', ownBytes),
    personTextsMaxBytes: bytes('WORKBENCH_PERSON_TEXTS_MAX_BYTES', KEPT_TEXT_BYTES),
    sessionWaitMs: count('WORKBENCH_SESSION_WAIT_SECONDS', 30, 1) * 1000,
  };
}
