import ts from 'typescript';
import { inOneLine, looksLikeWords, templateTexts } from './template-texts.mjs';

/** Literals that are SQL, not sentences. */
const SQL =
  /^\s*(select|insert|update|delete|create|alter|drop|with|set|show|begin|commit|rollback|pragma|grant|analyze|explain|from|where|and|or|order|copy|values|table|attach|listen|notify|vacuum)\b/i;

/**
 * The texts of a TypeScript file: literals written for a reader, and those of an inline template.
 * @param {string} source
 * @param {string} path
 * @returns {import('./template-texts.mjs').FoundText[]}
 */
export function codeTexts(source, path) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  /** @type {import('./template-texts.mjs').FoundText[]} */
  const found = [];
  const lineOf = (/** @type {ts.Node} */ node) => file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || isProperty(node, 'styles')) return;
    const text = literalText(node);
    if (text === null) return void ts.forEachChild(node, visit);
    if (isProperty(node.parent, 'template')) {
      const first = lineOf(node);
      found.push(...templateTexts(text, path).map((inner) => ({ ...inner, line: inner.line + first - 1 })));
    } else if (looksLikeWords(text) && !SQL.test(text)) {
      found.push({ line: lineOf(node), text: inOneLine(text) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** A literal's text, with `{…}` for computed parts; null for other nodes. @param {ts.Node} node */
function literalText(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `{…}${literal.text}`).join('');
}

/** @param {ts.Node} node @param {string} name */
function isProperty(node, name) {
  return ts.isPropertyAssignment(node) && node.name.getText() === name;
}
