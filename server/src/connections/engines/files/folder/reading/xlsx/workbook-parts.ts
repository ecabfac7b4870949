import { dateStyle } from '#libs/xlsx';
import type { DateStyle } from '#libs/xlsx';
import { readXml } from './read-xml.js';
import type { WorkbookArchive } from './workbook-archive.js';

/** A sheet and the part of the archive that has its rows. */
export interface Sheet {
  readonly name: string;
  readonly part: string;
}

/** What a workbook has beside its rows. */
export interface WorkbookParts {
  readonly sheets: readonly Sheet[];
  readonly is1904: boolean;
  readonly sharedStrings: string | null;
  /** How each style of a cell shows numbers as dates; null for those that do not. */
  readonly dateStyles: readonly (DateStyle | null)[];
}

interface Relation {
  readonly type: string;
  readonly target: string;
}

const MAX_SHEETS = 1000;
const MAX_STYLES = 100_000;

/** Reads which sheets a workbook has and how its cells are written. Throws a sentence where it is no workbook. */
export async function workbookParts(archive: WorkbookArchive, signal: AbortSignal): Promise<WorkbookParts> {
  const root = [...(await relations(archive, '', signal)).values()].find(({ type }) =>
    type.endsWith('/officeDocument'),
  );
  const workbook = root?.target ?? 'xl/workbook.xml';
  const related = await relations(archive, workbook, signal);
  const { sheets, is1904 } = await readWorkbook(archive, workbook, related, signal);
  if (sheets.length === 0) throw new Error('it has no sheet with cells.');
  const partOf = (kind: string): string | null => {
    const found = [...related.values()].find(({ type }) => type.endsWith(`/${kind}`))?.target ?? null;
    return found !== null && archive.has(found) ? found : null;
  };
  const styles = partOf('styles');
  const dateStyles = styles === null ? [] : await readStyles(archive, styles, signal);
  return { sheets, is1904, sharedStrings: partOf('sharedStrings'), dateStyles };
}

async function relations(archive: WorkbookArchive, part: string, signal: AbortSignal): Promise<Map<string, Relation>> {
  const found = new Map<string, Relation>();
  const [folder, name] = [part.slice(0, part.lastIndexOf('/') + 1), part.slice(part.lastIndexOf('/') + 1)];
  const path = `${folder}_rels/${name}.rels`;
  if (!archive.has(path)) return found;
  await readXml(archive.part(path, signal), {
    open: (tag, { Id: id = '', Type: type = '', Target: target = '' }) => {
      if (tag === 'Relationship') found.set(id, { type, target: resolved(folder, target) });
    },
    text: () => undefined,
    close: () => undefined,
  });
  return found;
}

function resolved(folder: string, target: string): string {
  return new URL(target, `zip:///${folder}`).pathname.slice(1);
}

async function readWorkbook(
  archive: WorkbookArchive,
  part: string,
  related: ReadonlyMap<string, Relation>,
  signal: AbortSignal,
): Promise<Pick<WorkbookParts, 'sheets' | 'is1904'>> {
  const sheets: Sheet[] = [];
  let is1904 = false;
  await readXml(archive.part(part, signal), {
    open: (tag, attributes) => {
      if (tag === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
      if (tag !== 'sheet') return;
      const relation = related.get(relationId(attributes));
      if (relation?.type.endsWith('/worksheet') === true) {
        sheets.push({ name: attributes.name ?? '', part: relation.target });
      }
      if (sheets.length > MAX_SHEETS) throw new Error(`it has more than ${MAX_SHEETS} sheets.`);
    },
    text: () => undefined,
    close: () => undefined,
  });
  return { sheets, is1904 };
}

/** The prefix of the attribute's namespace is the program's own choice. */
function relationId(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
}

async function readStyles(archive: WorkbookArchive, part: string, signal: AbortSignal): Promise<(DateStyle | null)[]> {
  const codes = new Map<number, string>();
  const styles: (DateStyle | null)[] = [];
  let isCell = false;
  await readXml(archive.part(part, signal), {
    open: (tag, { numFmtId = '0', formatCode = '' }) => {
      if (tag === 'numFmt') codes.set(Number(numFmtId), formatCode);
      if (tag === 'cellXfs') isCell = true;
      if (tag !== 'xf' || !isCell) return;
      styles.push(dateStyle(Number(numFmtId), codes.get(Number(numFmtId)) ?? null));
      if (styles.length > MAX_STYLES) throw new Error(`it has more than ${MAX_STYLES} styles.`);
    },
    text: () => undefined,
    close: (tag) => {
      if (tag === 'cellXfs') isCell = false;
    },
  });
  return styles;
}
