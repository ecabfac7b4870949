/** A short mark of a text: equal texts have equal marks, and two texts with one mark are not met in practice. */
export function textMark(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return [text.length, high >>> 0, low >>> 0].map((part) => part.toString(36)).join('-');
}

/** Whether a text has that mark; a different length is reported without reading the text. */
export function hasMark(text: string, mark: string): boolean {
  return mark.startsWith(`${text.length.toString(36)}-`) && textMark(text) === mark;
}
