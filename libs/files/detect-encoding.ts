/** What the first bytes of a text say: an encoding and the length of its mark, null where they leave it open. */
export type StartOfText =
  | { readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be'; readonly markBytes: number }
  | { readonly encoding: 'utf-32'; readonly markBytes: number }
  | null;

const MARKS: readonly (readonly [readonly number[], NonNullable<StartOfText>['encoding']])[] = [
  [[0xff, 0xfe, 0, 0], 'utf-32'],
  [[0, 0, 0xfe, 0xff], 'utf-32'],
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];
/** NUL bytes among so many units of UTF-16 at most are not damage or padding of a text in UTF-8. */
const UNITS_FOR_ONE_NUL = 5;
/** How many more NUL bytes one half of the units has where a text is UTF-16 without a mark. */
const CLEARLY_MORE = 10;
const MIN_NUL_BYTES = 2;

/**
 * The encoding by the byte order mark, or by NUL bytes as halves of UTF-16 units; a few of them in what is UTF-8 are
 * padding. `bytes` is the beginning of the text.
 */
export function encodingOfStart(bytes: Uint8Array): StartOfText {
  for (const [mark, encoding] of MARKS) {
    if (mark.every((byte, index) => bytes[index] === byte)) return { encoding, markBytes: mark.length };
  }
  const nuls = [0, 0];
  for (let index = 0; index < bytes.length; index++) {
    if (bytes[index] === 0) nuls[index % 2] = (nuls[index % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = nuls;
  if (Math.max(even, odd) * UNITS_FOR_ONE_NUL * 2 < bytes.length && isUtf8(bytes)) return null;
  if (odd >= MIN_NUL_BYTES && odd > even * CLEARLY_MORE) return { encoding: 'utf-16le', markBytes: 0 };
  if (even >= MIN_NUL_BYTES && even > odd * CLEARLY_MORE) return { encoding: 'utf-16be', markBytes: 0 };
  return null;
}

/** How many bytes at the end are the beginning of a UTF-8 character whose rest may follow, 0 to 3. */
export function incompleteTail(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? back : 0;
  }
  return 0;
}

/**
 * Whether bytes with errors are UTF-8 that was damaged, and no text in an encoding of one byte a character: such a text
 * hardly ever has whole sequences of UTF-8.
 */
export function isMostlyUtf8(bytes: Uint8Array): boolean {
  let whole = 0;
  let invalid = 0;
  for (let index = 0; index < bytes.length;) {
    const length = sequenceAt(bytes, index);
    if (length > 1) whole++;
    if (length === 0) invalid++;
    index += Math.max(length, 1);
  }
  return whole > invalid;
}

function isUtf8(bytes: Uint8Array): boolean {
  const end = bytes.length - incompleteTail(bytes);
  for (let index = 0; index < end;) {
    const length = sequenceAt(bytes, index);
    if (length === 0) return false;
    index += length;
  }
  return true;
}

/** The length of the sequence that begins at an index, 0 for an invalid one. */
function sequenceAt(bytes: Uint8Array, index: number): number {
  const length = sequenceLength(bytes[index] ?? 0);
  for (let next = index + 1; next < index + length; next++) {
    if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}

function sequenceLength(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}
