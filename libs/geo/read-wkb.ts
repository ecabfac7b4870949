import { composedPart, linePart, pointPart, ringsPart } from './compose.js';
import type { Part } from './compose.js';
import { GeometryError } from './geometry.js';
import type { GeometryKind, Position, ReadGeometry } from './geometry.js';

/** OGC 06-103r4 and SQL/MM, by their number. */
const KINDS: Readonly<Record<number, GeometryKind>> = {
  1: 'Point',
  2: 'LineString',
  3: 'Polygon',
  4: 'MultiPoint',
  5: 'MultiLineString',
  6: 'MultiPolygon',
  7: 'GeometryCollection',
  8: 'CircularString',
  9: 'CompoundCurve',
  10: 'CurvePolygon',
  11: 'MultiCurve',
  12: 'MultiSurface',
  15: 'PolyhedralSurface',
  16: 'Tin',
  17: 'Triangle',
};
/** The flags of PostGIS's extension. */
const [HAS_Z, HAS_M, HAS_SRID] = [0x80000000, 0x40000000, 0x20000000];
const MAX_DEPTH = 32;

/**
 * Reads well-known binary in either byte order: ISO's with its thousands for Z and M, and PostGIS's extended one with
 * flags and SRID. Curves become lines along their arcs; Z and M are dropped. Throws `GeometryError` for anything else,
 * also for bytes behind the geometry.
 */
export function readWkb(bytes: Uint8Array): ReadGeometry {
  const reader = new WkbReader(bytes);
  const part = reader.part(0);
  reader.finish();
  return { ...part, srid: reader.srid };
}

/** Reads the bytes from hexadecimal digits, of either case. Throws `GeometryError`. */
export function bytesOfHex(hex: string): Uint8Array {
  if (hex.length % 2 !== 0) throw new GeometryError('It has an odd number of hexadecimal digits.');
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at += 1) {
    const [high, low] = [digit(hex.charCodeAt(2 * at)), digit(hex.charCodeAt(2 * at + 1))];
    if (high < 0 || low < 0) throw new GeometryError('It has a character that is no hexadecimal digit.');
    bytes[at] = 16 * high + low;
  }
  return bytes;
}

function digit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

class WkbReader {
  srid = 0;
  private at = 0;
  private isLittle = true;
  private dimensions = 2;
  private readonly view: DataView;

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** A geometry from its byte order on. */
  part(depth: number): Part {
    if (depth > MAX_DEPTH) throw new GeometryError('It is nested too deeply.');
    const kind = this.header();
    switch (kind) {
      case 'Point':
        return pointPart(this.position());
      case 'LineString':
      case 'CircularString':
        return linePart(kind, this.line());
      case 'Polygon':
      case 'Triangle':
        return ringsPart(
          kind,
          this.list(4, () => this.line()),
        );
      default:
        return composedPart(
          kind,
          this.list(9, () => this.part(depth + 1)),
        );
    }
  }

  finish(): void {
    if (this.at !== this.view.byteLength) throw new GeometryError('There are bytes behind the geometry.');
  }

  private header(): GeometryKind {
    this.need(5);
    const order = this.view.getUint8(this.at);
    if (order > 1) throw new GeometryError('It does not begin with a byte order.');
    this.isLittle = order === 1;
    this.at += 1;
    const type = this.count();
    if ((type & HAS_SRID) !== 0) this.srid = this.count();
    const code = type & 0x0fffffff;
    const thousands = Math.floor(code / 1000);
    const kind = KINDS[code % 1000];
    if (kind === undefined || thousands > 3) throw new GeometryError(`${code} is no type of geometry.`);
    const hasZ = (type & HAS_Z) !== 0 || thousands === 1 || thousands === 3;
    const hasM = (type & HAS_M) !== 0 || thousands === 2 || thousands === 3;
    this.dimensions = 2 + Number(hasZ) + Number(hasM);
    return kind;
  }

  private line(): Position[] {
    return this.list(8 * this.dimensions, () => this.position());
  }

  private position(): Position {
    this.need(8 * this.dimensions);
    const position: Position = [
      this.view.getFloat64(this.at, this.isLittle),
      this.view.getFloat64(this.at + 8, this.isLittle),
    ];
    this.at += 8 * this.dimensions;
    return position;
  }

  /** What is counted has to be there, before memory is taken for it. */
  private list<T>(leastBytes: number, read: () => T): T[] {
    const count = this.count();
    this.need(count * leastBytes);
    return Array.from({ length: count }, read);
  }

  private count(): number {
    this.need(4);
    const count = this.view.getUint32(this.at, this.isLittle);
    this.at += 4;
    return count;
  }

  private need(bytes: number): void {
    if (this.at + bytes > this.view.byteLength) throw new GeometryError('It ends too early.');
  }
}
