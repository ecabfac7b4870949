import { isAscii } from 'node:buffer';
import type { CellText } from '#libs/results';

/** Makes texts of cells that lie in the same bytes: where those are ASCII, they become one text, of which each cell is a part. */
export function cellTexts(): CellText {
  let known: Uint8Array | null = null;
  let text: string | null = null;
  return (bytes, from, to) => {
    // What is no Buffer is used again for other cells.
    if (!Buffer.isBuffer(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString();
    if (known !== bytes) {
      known = bytes;
      text = isAscii(bytes) ? bytes.toString('latin1') : null;
    }
    return text === null ? bytes.toString('utf8', from, to) : text.slice(from, to);
  };
}
