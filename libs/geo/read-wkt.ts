import { composedPart, linePart, pointPart, ringsPart } from './compose.js';
import type { Part } from './compose.js';
import { GeometryError } from './geometry.js';
import type { GeometryKind, Position, ReadGeometry } from './geometry.js';

const KINDS: Readonly<Record<string, GeometryKind>> = {
  POINT: 'Point',
  LINESTRING: 'LineString',
  LINEARRING: 'LineString',
  POLYGON: 'Polygon',
  MULTIPOINT: 'MultiPoint',
  MULTILINESTRING: 'MultiLineString',
  MULTIPOLYGON: 'MultiPolygon',
  GEOMETRYCOLLECTION: 'GeometryCollection',
  CIRCULARSTRING: 'CircularString',
  COMPOUNDCURVE: 'CompoundCurve',
  CURVEPOLYGON: 'CurvePolygon',
  MULTICURVE: 'MultiCurve',
  MULTISURFACE: 'MultiSurface',
  POLYHEDRALSURFACE: 'PolyhedralSurface',
  TIN: 'Tin',
  TRIANGLE: 'Triangle',
};

/** What a member without a name of its own is. */
const MEMBERS: Readonly<Partial<Record<GeometryKind, GeometryKind>>> = {
  MultiPoint: 'Point',
  MultiLineString: 'LineString',
  MultiPolygon: 'Polygon',
  CompoundCurve: 'LineString',
  CurvePolygon: 'LineString',
  MultiCurve: 'LineString',
  MultiSurface: 'Polygon',
  PolyhedralSurface: 'Polygon',
  Tin: 'Triangle',
};
const MAX_DEPTH = 32;
const NAME = /\s*([A-Za-z]+)/y;
const NUMBER = /\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[+-]?(?:nan|inf(?:inity)?)(?![A-Za-z]))/iy;
const MARK = /\s*([(),])/y;
const SRID = /^\s*SRID\s*=\s*(\d{1,9})\s*;/i;

/**
 * Reads well-known text, also PostGIS's with an SRID in front: all types, Z and M in their spellings (`POINT Z`, `POINTZ`,
 * or three numbers alone), EMPTY. Curves become lines along their arcs; Z and M are dropped. Throws `GeometryError`.
 */
export function readWkt(text: string): ReadGeometry {
  const srid = SRID.exec(text);
  const reader = new WktReader(text, srid?.[0].length ?? 0);
  const part = reader.tagged(0);
  reader.finish();
  return { ...part, srid: Number(srid?.[1] ?? 0) };
}

class WktReader {
  constructor(
    private readonly text: string,
    private at: number,
  ) {}

  /** A geometry with its name. */
  tagged(depth: number): Part {
    const kind = this.name();
    return this.isEmpty() ? emptyPart(kind) : this.body(kind, depth);
  }

  finish(): void {
    if (this.text.slice(this.at).trim() !== '') throw new GeometryError('There is text behind the geometry.');
  }

  private name(): GeometryKind {
    const word = this.word()?.toUpperCase() ?? '';
    const kind = KINDS[word] ?? KINDS[word.replace(/(?:ZM|Z|M)$/, '')];
    if (kind === undefined) throw new GeometryError(`${word === '' ? 'It' : word} is no type of geometry.`);
    if (/^(?:ZM|Z|M)$/i.test(this.peekWord() ?? '')) this.word();
    return kind;
  }

  private body(kind: GeometryKind, depth: number): Part {
    if (depth > MAX_DEPTH) throw new GeometryError('It is nested too deeply.');
    switch (kind) {
      case 'Point':
        return pointPart(this.list(() => this.position())[0] ?? null);
      case 'LineString':
      case 'CircularString':
        return linePart(kind, this.line());
      case 'Polygon':
      case 'Triangle':
        return ringsPart(
          kind,
          this.list(() => (this.isEmpty() ? [] : this.line())),
        );
      default:
        return composedPart(
          kind,
          this.list(() => this.member(kind, depth + 1)),
        );
    }
  }

  /** A member with a name, or without one: `(1 2)`, and in a multipoint also `1 2`. */
  private member(kind: GeometryKind, depth: number): Part {
    const unnamed = MEMBERS[kind];
    if (unnamed === undefined) return this.tagged(depth);
    if (this.isEmpty()) return emptyPart(unnamed);
    if (this.peekWord() !== null) return this.tagged(depth);
    if (unnamed === 'Point' && this.peekMark() !== '(') return pointPart(this.position());
    return this.body(unnamed, depth);
  }

  private line(): Position[] {
    return this.list(() => this.position());
  }

  private list<T>(read: () => T): T[] {
    this.mark('(');
    const items = [read()];
    while (this.peekMark() === ',') {
      this.mark(',');
      items.push(read());
    }
    this.mark(')');
    return items;
  }

  /** Two to four numbers. */
  private position(): Position {
    const numbers: number[] = [];
    for (let text = this.take(NUMBER); text !== null && numbers.length < 4; text = this.take(NUMBER))
      numbers.push(numberOf(text));
    const [x, y] = numbers;
    if (x === undefined || y === undefined) throw new GeometryError('A position needs two numbers.');
    return [x, y];
  }

  private isEmpty(): boolean {
    if (this.peekWord()?.toUpperCase() !== 'EMPTY') return false;
    this.word();
    return true;
  }

  private mark(wanted: string): void {
    const found = this.take(MARK);
    if (found !== wanted) throw new GeometryError(`It should have ${wanted} at character ${this.at + 1}.`);
  }

  private peekMark(): string | null {
    return this.peek(MARK);
  }

  private word(): string | null {
    return this.take(NAME);
  }

  private peekWord(): string | null {
    return this.peek(NAME);
  }

  private peek(pattern: RegExp): string | null {
    const { at } = this;
    const found = this.take(pattern);
    this.at = at;
    return found;
  }

  private take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return null;
    this.at = pattern.lastIndex;
    return found[1] ?? '';
  }
}

function numberOf(text: string): number {
  if (/nan/i.test(text)) return Number.NaN;
  return /inf/i.test(text) ? (text.startsWith('-') ? -Infinity : Infinity) : Number(text);
}

function emptyPart(kind: GeometryKind): Part {
  if (kind === 'Point') return pointPart(null);
  if (kind === 'LineString' || kind === 'CircularString') return linePart(kind, []);
  return kind === 'Polygon' || kind === 'Triangle' ? ringsPart(kind, []) : composedPart(kind, []);
}
