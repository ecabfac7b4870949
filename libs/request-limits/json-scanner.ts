import type { BodyLimits, RequestFault } from './limits.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const LETTER_U = 0x75;
const SPACE = 0x20;
const COLON = 0x3a;

/** Bytes outside of strings: numbers, punctuation and space for as many values as are taken. */
const MAX_STRUCTURE_BYTES = 4 * 1024 * 1024;
/** Bytes of a number; more digits than any type of a database keeps. */
const MAX_NUMBER_BYTES = 200;
/** Bytes of one member's name. */
const MAX_NAME_BYTES = 1000;
/** Names that reach into the prototype of whatever object they are copied to. */
const PROTOTYPE_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

interface Container {
  /** The names so far; null for an array. */
  readonly names: Set<string> | null;
  count: number;
  /** The member that is being read. */
  name: string;
  /** The next string is a name. */
  expectsName: boolean;
}

/**
 * Measures a JSON text as its bytes arrive, in one pass and without recursion, so that a text beyond its limits is refused
 * before anything parses it. It checks sizes, names and characters, not grammar: that is `JSON.parse`'s work.
 */
export class JsonScanner {
  private readonly stack: Container[] = [];
  private values = 0;
  private state: 'outside' | 'string' | 'escape' | 'unicode' = 'outside';
  /** A number, `true`, `false` or `null` is being read. */
  private isInWord = false;
  private wordBytes = 0;
  /** Bytes outside of strings. */
  private structureBytes = 0;
  private isName = false;
  private stringBytes = 0;
  private nameText = '';
  private unicode = 0;
  private unicodeDigits = 0;
  /** The last escape was the first half of a surrogate pair. */
  private isHalfOpen = false;
  private fault: RequestFault | null = null;
  /** The member before the current value may reach into a prototype. */
  private prototypeName: string | null = null;

  constructor(private readonly limits: BodyLimits) {}

  /** Takes the next bytes of the text; the first fault so far, or null. */
  push(bytes: Uint8Array): RequestFault | null {
    for (let index = 0; index < bytes.length && this.fault === null;) {
      if (this.state === 'string') index = this.skipText(bytes, index);
      else this.take(bytes[index++] ?? 0);
    }
    return this.fault;
  }

  private take(byte: number): void {
    if (this.state === 'outside') this.takeOutside(byte);
    else if (this.state === 'string') this.takeInString(byte);
    else if (this.state === 'escape') this.takeEscape(byte);
    else this.takeHexDigit(byte);
  }

  /** Most of a large body is plain text: it is skipped without a call for each byte. Answers where it stopped. */
  private skipText(bytes: Uint8Array, from: number): number {
    let end = from;
    while (end < bytes.length && bytes[end] !== QUOTE && bytes[end] !== BACKSLASH) end += 1;
    if (end > from) this.countText(bytes, from, end);
    if (end === bytes.length || this.fault !== null) return end;
    this.takeInString(bytes[end] ?? 0);
    return end + 1;
  }

  private countText(bytes: Uint8Array, from: number, end: number): void {
    this.refuseHalf();
    this.stringBytes += end - from;
    this.checkString();
    if (this.isName && this.fault === null) this.nameText += String.fromCharCode(...bytes.subarray(from, end));
  }

  private takeOutside(byte: number): void {
    this.structureBytes += 1;
    if (this.structureBytes > MAX_STRUCTURE_BYTES) this.refuse('too-large', 'The request holds too much space.');
    if (byte <= SPACE || byte === COLON) this.isInWord = false;
    else if (byte === QUOTE) this.openString();
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.open(byte === OPEN_BRACE);
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.close();
    else if (byte === COMMA) this.separate();
    else this.takeWord();
  }

  private takeWord(): void {
    if (!this.isInWord) {
      this.isInWord = true;
      this.wordBytes = 0;
      this.countValue();
    }
    this.wordBytes += 1;
    if (this.wordBytes > MAX_NUMBER_BYTES)
      this.refuse('too-large', `A number can have up to ${MAX_NUMBER_BYTES} digits.`);
  }

  private openString(): void {
    this.isInWord = false;
    this.isName = this.stack.at(-1)?.expectsName ?? false;
    this.state = 'string';
    this.stringBytes = 0;
    this.nameText = '';
    if (!this.isName) this.countValue();
  }

  private takeInString(byte: number): void {
    if (byte === BACKSLASH) {
      this.state = 'escape';
      return;
    }
    this.refuseHalf();
    this.state = 'outside';
    if (this.isName) this.takeName();
  }

  private takeEscape(byte: number): void {
    this.stringBytes += 2;
    this.checkString();
    if (this.isName) this.nameText += `\\${String.fromCharCode(byte)}`;
    this.state = byte === LETTER_U ? 'unicode' : 'string';
    this.unicode = 0;
    this.unicodeDigits = 0;
    if (byte !== LETTER_U) this.refuseHalf();
  }

  private takeHexDigit(byte: number): void {
    this.unicode = this.unicode * 16 + (Number.parseInt(String.fromCharCode(byte), 16) || 0);
    this.unicodeDigits += 1;
    this.stringBytes += 1;
    if (this.isName) this.nameText += String.fromCharCode(byte);
    if (this.unicodeDigits < 4) return;
    this.state = 'string';
    const isLow = this.unicode >= 0xdc00 && this.unicode <= 0xdfff;
    if (this.isHalfOpen && isLow) {
      this.isHalfOpen = false;
      return;
    }
    this.refuseHalf();
    this.isHalfOpen = this.unicode >= 0xd800 && this.unicode <= 0xdbff;
    if (isLow) this.refuseCharacter('half a surrogate pair');
    if (this.unicode === 0) this.refuseCharacter('a NUL character');
  }

  private refuseHalf(): void {
    if (!this.isHalfOpen) return;
    this.isHalfOpen = false;
    this.refuseCharacter('half a surrogate pair');
  }

  private refuseCharacter(what: string): void {
    if (!this.limits.anyCharacters || this.isName) this.refuse('validation-failed', `The text holds ${what}.`);
  }

  private checkString(): void {
    const most = this.isName ? MAX_NAME_BYTES : this.limits.stringBytes;
    const what = this.isName ? "A member's name" : 'A text of this request';
    if (this.stringBytes > most) this.refuse('too-large', `${what} can have up to ${counted(most)} bytes.`);
  }

  private takeName(): void {
    const container = this.stack.at(-1);
    if (!container?.names) return;
    const name = decodedName(this.nameText);
    container.name = name;
    container.expectsName = false;
    container.count += 1;
    if (container.names.has(name)) this.refuse('validation-failed', 'The member appears twice.');
    container.names.add(name);
    if (container.count > this.limits.members) {
      this.refuse('too-large', `An object can have up to ${counted(this.limits.members)} members.`);
    }
    if (name === '__proto__') this.refuse('validation-failed', 'The name is not allowed.');
    this.prototypeName = PROTOTYPE_NAMES.has(name) ? name : null;
  }

  /** A column may be called `constructor`; an object below that name is an attempt to reach a prototype. */
  private open(isObject: boolean): void {
    if (isObject && this.prototypeName !== null) this.refuse('validation-failed', 'The name is not allowed here.');
    this.countValue();
    this.stack.push({ names: isObject ? new Set() : null, count: 0, name: '', expectsName: isObject });
    this.isInWord = false;
    if (this.stack.length > this.limits.depth) {
      this.refuse('too-large', `Objects and arrays may be nested ${this.limits.depth} deep.`);
    }
  }

  private close(): void {
    this.isInWord = false;
    this.stack.pop();
  }

  private separate(): void {
    this.isInWord = false;
    const container = this.stack.at(-1);
    if (container?.names) container.expectsName = true;
  }

  private countValue(): void {
    this.prototypeName = null;
    const container = this.stack.at(-1);
    if (container?.names === null) {
      container.count += 1;
      if (container.count > this.limits.items) {
        this.refuse('too-large', `An array can have up to ${counted(this.limits.items)} items.`);
      }
    }
    this.values += 1;
    if (this.values > this.limits.values) {
      this.refuse('too-large', `A request may hold ${counted(this.limits.values)} values.`);
    }
  }

  private refuse(code: RequestFault['code'], detail: string): void {
    this.fault ??= { code, pointer: this.pointer(), detail };
  }

  private pointer(): string {
    return this.stack
      .map(({ names, name, count }) => (names === null ? `/${count - 1}` : pointerPart(name)))
      .join('')
      .slice(0, 1000);
  }
}

/** A name by its bytes, one character each, and its escapes: equal names give equal texts however they are written. */
function decodedName(text: string): string {
  const utf8 = text.includes('\\') ? unescaped(text) : text;
  return /^[\x20-\x7e]*$/.test(utf8) ? utf8 : textOfBytes(utf8);
}

/** `\u00e9` becomes the bytes that `é` has in UTF-8, so that both spellings are the same name. */
function unescaped(text: string): string {
  return text.replace(/(?:\\u[0-9a-fA-F]{4})+|\\./g, (escape) => {
    try {
      return bytesOfText(JSON.parse(`"${escape}"`) as string);
    } catch {
      return escape;
    }
  });
}

function bytesOfText(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(/%([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function textOfBytes(bytes: string): string {
  try {
    return decodeURIComponent(
      bytes.replace(/[^A-Za-z0-9]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`),
    );
  } catch {
    return bytes;
  }
}

function pointerPart(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function counted(count: number): string {
  return count.toLocaleString('en');
}
