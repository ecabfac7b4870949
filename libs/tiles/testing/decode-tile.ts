/** A value of a feature's property; whole numbers beyond a double's reach would be rounded, as browsers do. */
export type DecodedValue = string | number | boolean;

/** A feature as a map reads it: kind 1 is point, 2 line, 3 polygon; positions in tile units, rings one after another. */
export interface DecodedFeature {
  id: number | null;
  kind: number;
  properties: Record<string, DecodedValue>;
  positions: [number, number][];
}

/** A layer as a map reads it. */
export interface DecodedLayer {
  name: string;
  extent: number;
  version: number;
  features: DecodedFeature[];
}

interface Field {
  readonly number: number;
  readonly value: bigint;
  readonly bytes: Uint8Array;
}

const NOTHING = new Uint8Array();

/** Reads a Mapbox Vector Tile (specification 2.1); enough for tests. */
export function decodeTile(tile: Uint8Array): DecodedLayer[] {
  return [...fieldsOf(tile)].map((field) => decodeLayer(field.bytes));
}

function decodeLayer(bytes: Uint8Array): DecodedLayer {
  const fields = [...fieldsOf(bytes)];
  const of = (number: number): Field[] => fields.filter((field) => field.number === number);
  const keys = of(3).map((field) => new TextDecoder().decode(field.bytes));
  const values = of(4).map((field) => decodeValue(field.bytes));
  return {
    name: new TextDecoder().decode(of(1)[0]?.bytes),
    extent: Number(of(5)[0]?.value),
    version: Number(of(15)[0]?.value),
    features: of(2).map((field) => decodeFeature(field.bytes, keys, values)),
  };
}

function decodeFeature(bytes: Uint8Array, keys: string[], values: DecodedValue[]): DecodedFeature {
  const feature: DecodedFeature = { id: null, kind: 0, properties: {}, positions: [] };
  for (const { number, value, bytes: content } of fieldsOf(bytes)) {
    if (number === 1) feature.id = Number(value);
    if (number === 3) feature.kind = Number(value);
    if (number === 4) feature.positions = positionsOf(varints(content));
    if (number !== 2) continue;
    const tags = varints(content).map(Number);
    for (let index = 0; index < tags.length; index += 2) {
      const key = keys[tags[index] ?? -1] ?? '';
      if (Object.hasOwn(feature.properties, key)) throw new Error(`The property ${key} is there twice.`);
      feature.properties[key] = values[tags[index + 1] ?? -1] ?? '';
    }
  }
  return feature;
}

function decodeValue(bytes: Uint8Array): DecodedValue {
  for (const { number, value, bytes: content } of fieldsOf(bytes)) {
    const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
    if (number === 1) return new TextDecoder().decode(content);
    if (number === 2) return view.getFloat32(0, true);
    if (number === 3) return view.getFloat64(0, true);
    if (number === 7) return value === 1n;
    return Number(number === 6 ? zigzag(value) : BigInt.asIntN(64, value));
  }
  throw new Error('A value without content.');
}

function positionsOf(commands: bigint[]): [number, number][] {
  const positions: [number, number][] = [];
  let [x, y] = [0, 0];
  for (let index = 0; index < commands.length;) {
    const command = Number(commands[index++]);
    for (let count = (command & 7) === 7 ? 0 : command >> 3; count > 0; count -= 1) {
      x += Number(zigzag(commands[index++] ?? 0n));
      y += Number(zigzag(commands[index++] ?? 0n));
      positions.push([x, y]);
    }
  }
  return positions;
}

function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  for (let offset = 0; offset < bytes.length;) {
    const tag = varint(bytes, offset);
    const kind = Number(tag.value & 7n);
    const first = kind === 0 || kind === 2 ? varint(bytes, tag.end) : { value: 0n, end: tag.end };
    const length = kind === 2 ? Number(first.value) : kind === 1 ? 8 : kind === 5 ? 4 : 0;
    const end = first.end + length;
    yield {
      number: Number(tag.value >> 3n),
      value: first.value,
      bytes: length > 0 ? bytes.subarray(first.end, end) : NOTHING,
    };
    offset = end;
  }
}

function varints(bytes: Uint8Array): bigint[] {
  const found: bigint[] = [];
  for (let offset = 0; offset < bytes.length;) {
    const { value, end } = varint(bytes, offset);
    found.push(value);
    offset = end;
  }
  return found;
}

function varint(bytes: Uint8Array, offset: number): { value: bigint; end: number } {
  let value = 0n;
  let end = offset;
  for (let shift = 0n; ; shift += 7n) {
    const byte = bytes[end++] ?? 0;
    value |= BigInt(byte & 127) << shift;
    if (byte < 128) return { value, end };
  }
}

function zigzag(value: bigint): bigint {
  return (value >> 1n) ^ -(value & 1n);
}
