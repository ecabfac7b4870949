import { FLAT_BUILDER } from './compose.js';
import { GeometryError } from './geometry.js';
import type { GeometryKind, ReadGeometry } from './geometry.js';
import type { GeometryBuilder } from './geometry-builder.js';

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
export const WKT_MEMBERS: Readonly<Partial<Record<GeometryKind, GeometryKind>>> = {
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
const NUMBER = /\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[+-]?(?:nan|inf(?:inity)?)(?![A-Za-z]))/iy;
const MARK = /\s*([(),])/y;
const SRID = /^\s*SRID\s*=\s*(\d{1,9})\s*;/i;

/**
 * Reads well-known text, also PostGIS's with an SRID in front: all types, Z and M in their spellings (`POINT Z`, `POINTZ`,
 * or three numbers alone), EMPTY. Curves become lines along their arcs; Z and M are dropped. Throws `GeometryError`.
 */
export function readWkt(text: string): ReadGeometry {
  const reader = new WktReader(text, FLAT_BUILDER);
  const part = reader.tagged(0);
  reader.finish();
  return { ...part, srid: reader.srid };
}

/** Reads the text of one geometry into what a builder makes of its parts. */
export class WktReader<Position, Part> {
  readonly srid: number;
  /** Z and M as the name of the whole has them, such as `ZM`; empty where it has none. */
  tag: string | null = null;
  /** How many numbers each position has; null before the first. */
  dimensions: number | null = null;
  /** Every position has as many numbers as the first, and every name the same Z and M as the whole. */
  isUniform = true;
  private at: number;

  constructor(
    private readonly text: string,
    private readonly builder: GeometryBuilder<Position, Part>,
  ) {
    const srid = SRID.exec(text);
    this.srid = Number(srid?.[1] ?? 0);
    this.at = srid?.[0].length ?? 0;
  }

  /** A geometry with its name. */
  tagged(depth: number): Part {
    const kind = this.name();
    return this.isEmpty() ? this.empty(kind) : this.body(kind, depth);
  }

  finish(): void {
    if (this.text.slice(this.at).trim() !== '') throw new GeometryError('There is text after the geometry.');
  }

  private name(): GeometryKind {
    const word = this.word()?.toUpperCase() ?? '';
    const kind = KINDS[word] ?? KINDS[word.replace(/(?:ZM|Z|M)$/, '')];
    if (kind === undefined) throw new GeometryError(`${word === '' ? 'It' : word} is not a type of geometry.`);
    const apart = /^(?:ZM|Z|M)$/i.test(this.peekWord() ?? '') ? this.word() : null;
    const tag = (apart ?? (KINDS[word] === undefined ? (/(?:ZM|Z|M)$/.exec(word)?.[0] ?? '') : '')).toUpperCase();
    this.tag ??= tag;
    if (tag !== this.tag) this.isUniform = false;
    return kind;
  }

  private body(kind: GeometryKind, depth: number): Part {
    if (depth > MAX_DEPTH) throw new GeometryError('It is nested too deeply.');
    switch (kind) {
      case 'Point':
        return this.builder.point(this.list(() => this.position())[0] ?? null);
      case 'LineString':
      case 'CircularString':
        return this.builder.line(kind, this.line());
      case 'Polygon':
      case 'Triangle':
        return this.builder.rings(
          kind,
          this.list(() => (this.isEmpty() ? [] : this.line())),
        );
      default:
        return this.builder.composed(
          kind,
          this.list(() => this.member(kind, depth + 1)),
        );
    }
  }

  /** A member with a name, or without one: `(1 2)`, and in a multipoint also `1 2`. */
  private member(kind: GeometryKind, depth: number): Part {
    const unnamed = WKT_MEMBERS[kind];
    if (unnamed === undefined) return this.tagged(depth);
    if (this.isEmpty()) return this.empty(unnamed);
    if (this.peekWord() !== null) return this.tagged(depth);
    if (unnamed === 'Point' && this.peekMark() !== '(') return this.builder.point(this.position());
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
    const numbers: string[] = [];
    for (let text = this.take(NUMBER); text !== null && numbers.length < 4; text = this.take(NUMBER))
      numbers.push(text);
    if (numbers.length < 2) throw new GeometryError('A position needs two numbers.');
    this.dimensions ??= numbers.length;
    if (numbers.length !== this.dimensions) this.isUniform = false;
    return this.builder.position(numbers);
  }

  private empty(kind: GeometryKind): Part {
    if (kind === 'Point') return this.builder.point(null);
    if (kind === 'LineString' || kind === 'CircularString') return this.builder.line(kind, []);
    if (kind === 'Polygon' || kind === 'Triangle') return this.builder.rings(kind, []);
    return this.builder.composed(kind, []);
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
