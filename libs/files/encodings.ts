/** Encodings of text files by the names of the WHATWG Encoding Standard, and two of our own. */
export const KNOWN_ENCODINGS = [
  'utf-8',
  'utf-8-replace',
  'utf-16le',
  'utf-16be',
  'latin-1',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'iso-8859-15',
  'koi8-r',
  'koi8-u',
  'macintosh',
  'ibm866',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
] as const;

export type KnownEncoding = (typeof KNOWN_ENCODINGS)[number];

/** What a connection or file may be set to; `auto` looks at the bytes. */
export const FILE_ENCODINGS = ['auto', ...KNOWN_ENCODINGS] as const;

export type FileEncoding = (typeof FILE_ENCODINGS)[number];

const NAMES: Partial<Record<KnownEncoding, string>> = {
  'utf-8-replace': 'UTF-8 with invalid bytes replaced',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'latin-1': 'Latin-1',
  shift_jis: 'Shift_JIS',
};
/** Names that are abbreviations. */
const CAPITALS = /^(?:utf|iso|koi8|ibm|euc|gb)/;

export function isFileEncoding(text: string): text is FileEncoding {
  return FILE_ENCODINGS.some((encoding) => encoding === text);
}

/** An encoding as people write it: `UTF-16 LE`. */
export function encodingName(encoding: KnownEncoding): string {
  if (CAPITALS.test(encoding)) return NAMES[encoding] ?? encoding.toUpperCase();
  return NAMES[encoding] ?? encoding.charAt(0).toUpperCase() + encoding.slice(1);
}

/**
 * The label by which `TextDecoder` knows an encoding; null for Latin-1, whose label it takes for Windows-1252 although
 * they differ in the bytes 0x80 to 0x9F.
 */
export function decoderLabel(encoding: KnownEncoding): string | null {
  if (encoding === 'latin-1') return null;
  return encoding === 'utf-8-replace' ? 'utf-8' : encoding;
}
