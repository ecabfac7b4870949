/** A text that an address asks the studio to open. */
export interface StudioLink {
  /** The connection that the text is for; null where the address names none. */
  readonly connectionId: string | null;
  readonly sql: string;
  /** The name of the new tab; null takes it from the text. */
  readonly title: string | null;
  /** The result is to be shown on the map. */
  readonly isMap: boolean;
  /** The column that the map draws; null draws the first that has places. */
  readonly mapColumn: string | null;
  /** False opens the tab without running the text. */
  readonly isRun: boolean;
}

/** The parts of an address that belong to the link; `connection` stays, because the studio keeps it there itself. */
export const STUDIO_LINK_PARTS = ['sql', 'map', 'map_column', 'title', 'run'] as const;

const TITLE_CHARACTERS = 80;

/**
 * Reads `?connection=&sql=&map=1&map_column=&title=&run=0`; null when there is no text to open. Whatever is not understood counts as
 * left out, so that an address of a later version still opens its text.
 */
export function readStudioLink(query: { get(name: string): string | null }): StudioLink | null {
  const sql = query.get('sql') ?? '';
  const mapColumn = query.get('map_column') ?? '';
  if (sql.trim() === '') return null;
  return {
    connectionId: textOrNull(query.get('connection')),
    sql,
    title: textOrNull(query.get('title'))?.slice(0, TITLE_CHARACTERS).trimEnd() ?? null,
    isMap: query.get('map') === '1',
    mapColumn: mapColumn === '' ? null : mapColumn,
    isRun: query.get('run') !== '0',
  };
}

/** The address, from the root of the workbench, that opens a text in the studio; it runs unless `isRun` is false. */
export function studioAddress(link: Pick<StudioLink, 'connectionId' | 'sql'> & Partial<StudioLink>): string {
  const query = new URLSearchParams();
  if (link.connectionId !== null) query.set('connection', link.connectionId);
  query.set('sql', link.sql);
  if (link.isMap === true) query.set('map', '1');
  if (link.mapColumn !== undefined && link.mapColumn !== null) query.set('map_column', link.mapColumn);
  if (link.title !== undefined && link.title !== null) query.set('title', link.title);
  if (link.isRun === false) query.set('run', '0');
  return `/studio?${query.toString()}`;
}

function textOrNull(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
