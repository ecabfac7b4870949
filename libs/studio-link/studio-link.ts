import { chartSpecOf } from '../charts/index.js';
import type { ChartSpec } from '../charts/index.js';
import { linkParametersOf } from './link-parameters.js';
import type { LinkParameters } from './link-parameters.js';

/** The modes that a link can show a result in; the map has a part of its own, `isMap`. */
export const LINK_MODES = ['table', 'chart', 'json'] as const;
export type LinkMode = (typeof LINK_MODES)[number];

/** How the result of a link is to be shown, and what its parameters are. */
export interface LinkView {
  /** The result is to be shown on the map. */
  readonly isMap: boolean;
  /** The column that the map draws; null draws the first that has places. */
  readonly mapColumn: string | null;
  /** The mode of the result where it is not the map; null leaves it as it is. */
  readonly mode: LinkMode | null;
  /** How the chart is drawn; null draws the suggested one. */
  readonly chart: ChartSpec | null;
  /** The values that the parameters of the text are asked for with; null for none. */
  readonly parameters: LinkParameters | null;
  /** False opens the tab without running the text. */
  readonly isRun: boolean;
}

/** A text that an address asks the studio to open. */
export interface StudioLink extends LinkView {
  /** The connection that the text is for; null where the address names none. */
  readonly connectionId: string | null;
  readonly sql: string;
  /** The name of the new tab; null takes it from the text. */
  readonly title: string | null;
}

/** A saved query that an address asks the studio to open. */
export interface QueryLink extends LinkView {
  readonly queryId: string;
}

/** The parts of an address that belong to the link; `connection` stays, because the studio keeps it there itself. */
export const STUDIO_LINK_PARTS = [
  ...(['sql', 'query', 'map', 'map_column', 'mode', 'chart', 'parameters', 'title', 'run'] as const),
] as const;

/** Characters of an address that every browser, proxy and chat takes whole. */
export const MAX_LINK_CHARACTERS = 6000;

const TITLE_CHARACTERS = 80;

interface Query {
  get(name: string): string | null;
}

/**
 * Reads `?connection=&sql=&map=1&map_column=&mode=&chart=&parameters=&title=&run=0`; null when there is no text to open.
 * Whatever is not understood counts as left out, so that an address of a later version still opens its text.
 */
export function readStudioLink(query: Query): StudioLink | null {
  const sql = query.get('sql') ?? '';
  if (sql.trim() === '') return null;
  return {
    connectionId: textOrNull(query.get('connection')),
    sql,
    title: textOrNull(query.get('title'))?.slice(0, TITLE_CHARACTERS).trimEnd() ?? null,
    ...viewOf(query),
  };
}

/** Reads `?query=&…`; null when the address names no saved query, or has a text of its own. */
export function readQueryLink(query: Query): QueryLink | null {
  const queryId = textOrNull(query.get('query'));
  if (queryId === null || (query.get('sql') ?? '').trim() !== '') return null;
  return { queryId, ...viewOf(query) };
}

/** The address, from the root of the workbench, that opens a text in the studio; it runs unless `isRun` is false. */
export function studioAddress(link: Pick<StudioLink, 'connectionId' | 'sql'> & Partial<StudioLink>): string {
  const query = new URLSearchParams();
  if (link.connectionId !== null) query.set('connection', link.connectionId);
  query.set('sql', link.sql);
  if (link.isMap === true) query.set('map', '1');
  setText(query, 'map_column', link.mapColumn);
  setText(query, 'title', link.title);
  setView(query, link);
  return `/studio?${query.toString()}`;
}

/** The address, from the root of the workbench, that opens a saved query in the studio. */
export function queryAddress(link: Pick<QueryLink, 'queryId'> & Partial<QueryLink>): string {
  const query = new URLSearchParams({ query: link.queryId });
  if (link.isMap === true) query.set('map', '1');
  setText(query, 'map_column', link.mapColumn);
  setView(query, link);
  return `/studio?${query.toString()}`;
}

/** Whether an address is short enough to be sent to someone. */
export function isShortEnough(address: string): boolean {
  return address.length <= MAX_LINK_CHARACTERS;
}

function viewOf(query: Query): LinkView {
  const mapColumn = query.get('map_column') ?? '';
  const mode = query.get('mode');
  return {
    isMap: query.get('map') === '1',
    mapColumn: mapColumn === '' ? null : mapColumn,
    mode: LINK_MODES.find((known) => known === mode) ?? null,
    chart: chartSpecOf(jsonOf(query.get('chart'))),
    parameters: linkParametersOf(jsonOf(query.get('parameters'))),
    isRun: query.get('run') !== '0',
  };
}

function setView(query: URLSearchParams, { mode, chart, parameters, isRun }: Partial<LinkView>): void {
  setText(query, 'mode', mode);
  if (chart !== undefined && chart !== null) query.set('chart', JSON.stringify(chart));
  if (parameters !== undefined && parameters !== null) query.set('parameters', JSON.stringify(parameters));
  if (isRun === false) query.set('run', '0');
}

function setText(query: URLSearchParams, name: string, value: string | null | undefined): void {
  if (value !== undefined && value !== null) query.set(name, value);
}

function jsonOf(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

function textOrNull(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
