import { readXml } from './read-xml.js';

/** Of all shared texts together; they stay in memory while their sheet is read. */
const MAX_CHARS = 256 * 1024 * 1024;
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

/** The texts that cells name by their place. Throws a sentence where they are too many. */
export async function sharedStrings(chunks: AsyncIterable<Buffer>): Promise<string[]> {
  const strings: string[] = [];
  let chars = 0;
  const item = new TextItem();
  const handler = {
    open: (tag: string) => item.open(tag),
    text: (text: string) => item.add(text),
    close: (tag: string) => {
      item.close(tag);
      if (tag !== 'si') return;
      const text = item.take();
      chars += text.length;
      if (chars > MAX_CHARS) throw new Error('its texts are larger than 256 MB. Save the sheet as CSV.');
      strings.push(text);
    },
  };
  await readXml(chunks, handler);
  return strings;
}

/** The text of a cell, which may be in several runs of their own font; how it is pronounced is left out. */
export class TextItem {
  private text = '';
  private isText = false;
  private isPhonetic = false;

  open(tag: string): void {
    if (tag === 'rPh') this.isPhonetic = true;
    if (tag === 't') this.isText = !this.isPhonetic;
  }

  add(text: string): void {
    if (this.isText) this.text += text;
  }

  close(tag: string): void {
    if (tag === 't') this.isText = false;
    if (tag === 'rPh') this.isPhonetic = false;
  }

  take(): string {
    const { text } = this;
    this.text = '';
    return unescaped(text);
  }
}

/** Characters that XML cannot have are written by their number: `_x000D_`. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(ESCAPED, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : text;
}
