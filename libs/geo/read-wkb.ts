import { FLAT_BUILDER } from './compose.js';
import { GeometryError } from './geometry.js';
import type { GeometryKind, ReadGeometry } from './geometry.js';
import type { GeometryBuilder } from './geometry-builder.js';
import { GEOMETRY_CODES, WKB_FLAGS } from './geometry-codes.js';

const MAX_DEPTH = 32;

/**
 * Reads well-known binary in either byte order: ISO's with its thousands for Z and M, and PostGIS's extended one with
 * flags and SRID. Curves become lines along their arcs; Z and M are dropped. Throws `GeometryError` for anything else,
 * also for bytes behind the geometry.
 */
export function readWkb(bytes: Uint8Array): ReadGeometry {
  const reader = new WkbReader(bytes, FLAT_BUILDER);
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
    if (high < 0 || low < 0) throw new GeometryError('It has a character that is not a hexadecimal digit.');
    bytes[at] = 16 * high + low;
  }
  return bytes;
}

function digit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** How the bytes of a geometry are laid out. */
export interface WkbLayout {
  readonly isLittle: boolean;
  /** Z and M are thousands of the type as in ISO's, not flags as in PostGIS's. */
  readonly isIso: boolean;
  readonly hasSrid: boolean;
  readonly hasZ: boolean;
  readonly hasM: boolean;
}

/** Reads the bytes of one geometry into what a builder makes of its parts. */
export class WkbReader<Position, Part> {
  srid = 0;
  /** The layout of the whole; null before it was read. */
  layout: WkbLayout | null = null;
  /** Every part is laid out as the whole is, and only the whole has an SRID. */
  isUniform = true;
  private at = 0;
  private isLittle = true;
  private dimensions = 2;
  private readonly view: DataView;

  constructor(
    bytes: Uint8Array,
    private readonly builder: GeometryBuilder<Position, Part>,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** A geometry from its byte order on. */
  part(depth: number): Part {
    if (depth > MAX_DEPTH) throw new GeometryError('It is nested too deeply.');
    const kind = this.header();
    switch (kind) {
      case 'Point':
        return this.builder.point(this.position());
      case 'LineString':
      case 'CircularString':
        return this.builder.line(kind, this.line());
      case 'Polygon':
      case 'Triangle':
        return this.builder.rings(
          kind,
          this.list(4, () => this.line()),
        );
      default:
        return this.builder.composed(
          kind,
          this.list(9, () => this.part(depth + 1)),
        );
    }
  }

  finish(): void {
    if (this.at !== this.view.byteLength) throw new GeometryError('There are bytes after the geometry.');
  }

  private header(): GeometryKind {
    this.need(5);
    const order = this.view.getUint8(this.at);
    if (order > 1) throw new GeometryError('It does not begin with a byte order.');
    this.isLittle = order === 1;
    this.at += 1;
    const type = this.count();
    const hasSrid = (type & WKB_FLAGS.srid) !== 0;
    if (hasSrid) this.srid = this.count();
    const code = type & 0x0fffffff;
    const thousands = Math.floor(code / 1000);
    const kind = GEOMETRY_CODES[code % 1000];
    if (kind === undefined || thousands > 3) throw new GeometryError(`${code} is not a type of geometry.`);
    const hasZ = (type & WKB_FLAGS.z) !== 0 || thousands === 1 || thousands === 3;
    const hasM = (type & WKB_FLAGS.m) !== 0 || thousands === 2 || thousands === 3;
    this.dimensions = 2 + Number(hasZ) + Number(hasM);
    this.note({ isLittle: this.isLittle, isIso: thousands > 0, hasSrid, hasZ, hasM });
    return kind;
  }

  private note(layout: WkbLayout): void {
    const { layout: whole } = this;
    if (whole === null) {
      this.layout = layout;
      return;
    }
    const isSame =
      layout.isLittle === whole.isLittle &&
      layout.isIso === whole.isIso &&
      layout.hasZ === whole.hasZ &&
      layout.hasM === whole.hasM;
    if (!isSame || layout.hasSrid) this.isUniform = false;
  }

  private line(): Position[] {
    return this.list(8 * this.dimensions, () => this.position());
  }

  private position(): Position {
    this.need(8 * this.dimensions);
    const ordinates: number[] = [];
    const end = this.at + 8 * this.dimensions;
    for (; this.at < end; this.at += 8) ordinates.push(this.view.getFloat64(this.at, this.isLittle));
    return this.builder.position(ordinates);
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
