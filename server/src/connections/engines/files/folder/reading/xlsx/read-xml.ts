/** What a reader of XML gets to know: names without their prefix. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(name: string): void;
}

/** No part of a workbook is nested as deep. */
const MAX_DEPTH = 64;
/** A text of a cell has at most 32,767 characters. */
const MAX_PIECE_CHARS = 8 * 1024 * 1024;

/**
 * Reads XML as it arrives; after each chunk, `afterChunk` takes what was found. Throws a sentence for XML that is damaged,
 * nested deeply, has a document type, or one text without end.
 */
export async function readXml(
  chunks: AsyncIterable<Buffer>,
  handler: XmlHandler,
  afterChunk: () => Promise<void> | undefined = () => undefined,
): Promise<void> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ position: false });
  const decoder = new TextDecoder('utf-8');
  let depth = 0;
  let pending = 0;
  parser.on('error', ({ message }) => {
    throw new Error(`its XML is damaged: ${message}`);
  });
  parser.on('doctype', () => {
    throw new Error('its XML has a document type, which workbooks do not have.');
  });
  parser.on('opentag', ({ name, attributes }) => {
    pending = 0;
    if (++depth > MAX_DEPTH) throw new Error('its XML is nested too deeply.');
    handler.open(localName(name), attributes as Record<string, string>);
  });
  parser.on('text', (text) => handler.text(text));
  parser.on('cdata', (text) => handler.text(text));
  parser.on('closetag', ({ name }) => {
    pending = 0;
    depth--;
    handler.close(localName(name));
  });
  for await (const chunk of chunks) {
    pending += chunk.length;
    parser.write(decoder.decode(chunk, { stream: true }));
    if (pending > MAX_PIECE_CHARS) throw new Error('its XML has a text that is larger than any cell.');
    await afterChunk();
  }
  parser.write(decoder.decode()).close();
  await afterChunk();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
