import { tooLargeText } from '../../connections/index.js';
import { Problem } from '../../platform/index.js';

/** Passes parts of a file on until they take more than `maxBytes` in UTF-8; then it throws `result-too-large`. */
export async function* withinBytes(parts: AsyncIterable<string>, maxBytes: number): AsyncGenerator<string> {
  let bytes = 0;
  for await (const part of parts) {
    bytes += Buffer.byteLength(part);
    if (bytes > maxBytes) throw new Problem('result-too-large', tooLargeText(maxBytes));
    yield part;
  }
}
