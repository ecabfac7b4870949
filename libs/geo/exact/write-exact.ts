import type { GeometryKind } from '../geometry.js';
import { GEOMETRY_CODES, WKB_FLAGS } from '../geometry-codes.js';
import { numberOf } from '../geometry-builder.js';
import type { WkbLayout } from '../read-wkb.js';
import { WKT_MEMBERS } from '../read-wkt.js';
import { dimensionsOf } from './exact-geometry.js';
import type { ExactGeometry, ExactPart, ExactPosition } from './exact-geometry.js';

const CODES: ReadonlyMap<GeometryKind, number> = new Map(
  Object.entries(GEOMETRY_CODES).map(([code, kind]) => [kind, Number(code)]),
);

/** Writes a geometry in its own form. WKB is the same byte by byte as it was read; of WKT, all numbers are. */
export function writeExact(geometry: ExactGeometry): string {
  const { form } = geometry;
  if (form.kind === 'wkt') return exactWkt(geometry);
  const hex = new WkbWriter(form.layout, geometry).hex();
  return form.prefix + (form.isUpperCase ? hex.toUpperCase() : hex);
}

/** A geometry as WKT, with its SRID in front where it has one. */
export function exactWkt(geometry: ExactGeometry): string {
  const { part, srid, hasZ, hasM } = geometry;
  const tag = hasZ || hasM ? ` ${hasZ ? 'Z' : ''}${hasM ? 'M' : ''}` : '';
  return `${srid === 0 ? '' : `SRID=${srid};`}${tagged(part, tag)}`;
}

function tagged(part: ExactPart, tag: string): string {
  return `${part.kind.toUpperCase()}${tag} ${body(part, tag)}`;
}

function body(part: ExactPart, tag: string): string {
  if ('parts' in part) return listed(part.parts, (member) => memberText(part.kind, member, tag));
  if ('rings' in part) return listed(part.rings, (ring) => listed(ring, positionText));
  if ('positions' in part) return listed(part.positions, positionText);
  return part.position === null ? 'EMPTY' : `(${positionText(part.position)})`;
}

function memberText(kind: GeometryKind, member: ExactPart, tag: string): string {
  return WKT_MEMBERS[kind] === member.kind ? body(member, tag) : tagged(member, tag);
}

function listed<T>(items: readonly T[], text: (item: T) => string): string {
  return items.length === 0 ? 'EMPTY' : `(${items.map(text).join(', ')})`;
}

function positionText(position: ExactPosition): string {
  return position.map(ordinateText).join(' ');
}

function ordinateText(ordinate: number | string): string {
  return Object.is(ordinate, -0) ? '-0' : String(ordinate);
}

class WkbWriter {
  private bytes = new DataView(new ArrayBuffer(256));
  private at = 0;

  constructor(
    private readonly layout: WkbLayout,
    private readonly geometry: ExactGeometry,
  ) {}

  hex(): string {
    this.part(this.geometry.part, this.geometry.srid !== 0 || this.layout.hasSrid);
    const written = new Uint8Array(this.bytes.buffer, 0, this.at);
    return Array.from(written, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  private part(part: ExactPart, hasSrid: boolean): void {
    this.header(part.kind, hasSrid);
    if ('parts' in part) this.list(part.parts, (member) => this.part(member, false));
    else if ('rings' in part) this.list(part.rings, (ring) => this.line(ring));
    else if ('positions' in part) this.line(part.positions);
    else this.position(part.position ?? Array.from({ length: dimensionsOf(this.geometry) }, () => Number.NaN));
  }

  private header(kind: GeometryKind, hasSrid: boolean): void {
    const { isLittle, isIso } = this.layout;
    const { hasZ, hasM, srid } = this.geometry;
    const thousands = isIso ? Number(hasZ) + 2 * Number(hasM) : 0;
    const flags = (hasZ && !isIso ? WKB_FLAGS.z : 0) + (hasM && !isIso ? WKB_FLAGS.m : 0);
    this.need(9);
    this.bytes.setUint8(this.at, Number(isLittle));
    this.at += 1;
    this.count((CODES.get(kind) ?? 0) + 1000 * thousands + flags + (hasSrid ? WKB_FLAGS.srid : 0));
    if (hasSrid) this.count(srid);
  }

  private line(positions: readonly ExactPosition[]): void {
    this.list(positions, (position) => this.position(position));
  }

  private list<T>(items: readonly T[], write: (item: T) => void): void {
    this.count(items.length);
    items.forEach(write);
  }

  private position(position: ExactPosition): void {
    this.need(8 * position.length);
    for (const ordinate of position) {
      this.bytes.setFloat64(this.at, numberOf(ordinate), this.layout.isLittle);
      this.at += 8;
    }
  }

  private count(value: number): void {
    this.need(4);
    this.bytes.setUint32(this.at, value, this.layout.isLittle);
    this.at += 4;
  }

  private need(bytes: number): void {
    if (this.at + bytes <= this.bytes.byteLength) return;
    const grown = new Uint8Array(Math.max(2 * this.bytes.byteLength, this.at + bytes));
    grown.set(new Uint8Array(this.bytes.buffer, 0, this.at));
    this.bytes = new DataView(grown.buffer);
  }
}
