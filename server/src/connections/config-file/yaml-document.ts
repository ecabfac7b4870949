import { LineCounter, YAMLParseError, isAlias, isMap, isScalar, parseDocument, visit } from 'yaml';
import type { Document, ErrorCode, YAMLError, YAMLMap } from 'yaml';
import type { ConfigurationMistake } from '#libs/api';
import { isYamlNestedTooDeeply } from '../../platform/index.js';

/** A configuration file larger than this is refused unread. */
export const MAX_FILE_BYTES = 256 * 1024;
const MAX_MISTAKES = 50;

/** Collects mistakes by their offset in the text and reports them by line and column. */
export class MistakeList {
  private readonly found: ConfigurationMistake[] = [];

  constructor(private readonly lines: LineCounter) {}

  add(offset: number, message: string): void {
    const { line, col } = this.lines.linePos(offset);
    this.found.push({ message, line: Math.max(line, 1), column: Math.max(col, 1) });
  }

  get isEmpty(): boolean {
    return this.found.length === 0;
  }

  /** In the order of the text; a long list is cut, since its first lines are what helps. */
  inOrder(): ConfigurationMistake[] {
    return this.found.sort((a, b) => a.line - b.line || a.column - b.column).slice(0, MAX_MISTAKES);
  }
}

/** Reads YAML without ever resolving an alias: sizes stay those of the text. */
export function readYaml(text: string): { document: Document.Parsed; lines: LineCounter } {
  const lines = new LineCounter();
  const isTooDeep = isYamlNestedTooDeeply(text);
  const document = parseDocument(isTooDeep ? '' : text, {
    lineCounter: lines,
    keepSourceTokens: true,
    // Its own search for names that stand twice takes quadratic time.
    uniqueKeys: false,
    prettyErrors: false,
    schema: 'core',
    version: '1.2',
    logLevel: 'error',
  });
  if (isTooDeep) document.errors.push(new YAMLParseError([0, 0], 'RESOURCE_EXHAUSTION', 'nested too deeply'));
  return { document, lines };
}

/** Adds what is wrong with the YAML itself; false when its structure cannot be trusted. */
export function reportYamlMistakes(document: Document.Parsed, mistakes: MistakeList): boolean {
  for (const error of [...document.errors, ...document.warnings]) mistakes.add(error.pos[0], wordsFor(error));
  if (document.errors.length > 0) return false;
  visit(document, {
    Node: (_, node) => {
      const hasAnchor = 'anchor' in node && node.anchor !== undefined;
      if (isAlias(node) || hasAnchor) mistakes.add(node.range?.[0] ?? 0, ANCHORS);
      if (isMap(node)) reportRepeatedNames(node, mistakes);
    },
  });
  return true;
}

function reportRepeatedNames(map: YAMLMap, mistakes: MistakeList): void {
  const seen = new Set<unknown>();
  for (const { key } of map.items) {
    if (!isScalar(key)) continue;
    if (seen.has(key.value)) mistakes.add(key.range?.[0] ?? 0, 'this setting stands twice in one place');
    seen.add(key.value);
  }
}

const ANCHORS = 'anchors (&) and aliases (*) are not supported; a text that begins with one of them needs quotes';
const TAGS = 'tags (!) are not supported here; a text that begins with ! needs quotes';
const SECOND_COLON = 'a second ": " in one line: put quotes around the value, or start a new line';

/** Words of our own by code: the parser's messages may quote the value, and the value may be a password. */
const WORDS: Readonly<Partial<Record<ErrorCode, string>>> = {
  ALIAS_PROPS: ANCHORS,
  BAD_ALIAS: ANCHORS,
  BAD_DIRECTIVE: 'directives (%) are not supported',
  BAD_DQ_ESCAPE: 'unknown escape sequence in a double-quoted text: write \\\\ for a backslash, or use single quotes',
  BAD_INDENT: 'the indentation does not fit, or a bracket is not closed',
  BAD_SCALAR_START: 'a value cannot begin with this character: put quotes around it',
  BLOCK_AS_IMPLICIT_KEY: SECOND_COLON,
  BLOCK_IN_FLOW: 'a list or a map in lines cannot stand inside brackets',
  MISSING_CHAR: 'a quote, a comma, a colon or a space is missing',
  MULTILINE_IMPLICIT_KEY: 'a colon is missing, or a quote is not closed',
  MULTIPLE_ANCHORS: ANCHORS,
  MULTIPLE_DOCS: 'only one document is read: remove the second ---',
  MULTIPLE_TAGS: TAGS,
  RESOURCE_EXHAUSTION: 'the text is nested too deeply',
  TAB_AS_INDENT: 'a tab is used for indentation: use spaces',
  TAG_RESOLVE_FAILED: TAGS,
  UNEXPECTED_TOKEN: 'something stands here that does not belong: is a quote, a comma or a line break missing?',
};

function wordsFor(error: YAMLError): string {
  return WORDS[error.code] ?? 'this is not valid YAML';
}
