import { RecursiveAstVisitor, TmplAstRecursiveVisitor, parseTemplate, tmplAstVisitAll } from '@angular/compiler';

/** Attributes whose values are identifiers, not words. */
const NOT_WORDS =
  /^(class|id|for|name|type|role|scope|href|src|rel|target|icon|style|kind|size|tone|data-.*|aria-(controls|labelledby|describedby|live|haspopup|current|autocomplete))$/;

/**
 * @typedef {object} FoundText
 * @property {number} line from 1
 * @property {string} text with `{…}` in place of a computed value
 */

/**
 * The texts of an Angular template: text nodes, attributes, and the literals inside expressions.
 * @param {string} source
 * @param {string} path for messages
 * @returns {FoundText[]}
 */
export function templateTexts(source, path) {
  const { nodes, errors } = parseTemplate(source, path, { preserveWhitespaces: false });
  if (errors?.length) throw new Error(`${path}: ${errors.map(({ msg }) => msg).join(' ')}`);
  /** @type {FoundText[]} */
  const found = [];
  tmplAstVisitAll(new TextCollector(found), nodes);
  return found.filter(({ text }) => /\p{L}{2}/u.test(text.replaceAll('{…}', '')));
}

class TextCollector extends TmplAstRecursiveVisitor {
  /** @param {FoundText[]} found */
  constructor(found) {
    super();
    this.found = found;
  }

  /** @override @param {import('@angular/compiler').TmplAstText} node */
  visitText(node) {
    this.add(node.sourceSpan, node.value);
  }

  /** @override @param {import('@angular/compiler').TmplAstBoundText} node */
  visitBoundText(node) {
    const { ast } = /** @type {any} */ (node.value);
    this.add(node.sourceSpan, (ast?.strings ?? []).join('{…}'));
    this.addLiterals(node.sourceSpan, node.value);
  }

  /** @override @param {import('@angular/compiler').TmplAstTextAttribute} node */
  visitTextAttribute(node) {
    if (!NOT_WORDS.test(node.name)) this.add(node.sourceSpan, node.value);
  }

  /** @override @param {import('@angular/compiler').TmplAstBoundAttribute} node */
  visitBoundAttribute(node) {
    if (!NOT_WORDS.test(node.name)) this.addLiterals(node.sourceSpan, node.value);
  }

  /**
   * @param {import('@angular/compiler').ParseSourceSpan} span
   * @param {import('@angular/compiler').AST} expression
   */
  addLiterals(span, expression) {
    for (const literal of literalsOf(expression)) if (looksLikeWords(literal)) this.add(span, literal);
  }

  /**
   * @param {import('@angular/compiler').ParseSourceSpan} span
   * @param {string} text
   */
  add(span, text) {
    const words = inOneLine(text);
    if (words !== '') this.found.push({ line: span.start.line + 1, text: words });
  }
}

/** A text in one line, without control characters. @param {string} text */
export function inOneLine(text) {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** @param {import('@angular/compiler').AST} expression */
function literalsOf(expression) {
  /** @type {string[]} */
  const literals = [];
  const collector = new (class extends RecursiveAstVisitor {
    /** @override @param {import('@angular/compiler').LiteralPrimitive} literal */
    visitLiteralPrimitive(literal) {
      if (typeof literal.value === 'string') literals.push(literal.value);
    }
  })();
  expression.visit(collector, null);
  return literals;
}

/**
 * Whether a literal is written for a reader: it has a blank between words, or starts with a capital.
 * @param {string} literal
 */
export function looksLikeWords(literal) {
  return /\p{L}\s+\p{L}/u.test(literal) || /^\p{Lu}\p{Ll}+/u.test(literal);
}
