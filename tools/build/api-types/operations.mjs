import ts from 'typescript';
import { handlersOf } from './decorators.mjs';

/** @typedef {import('./decorators.mjs').Decorator} Decorator */

/**
 * @typedef {object} Answer What an operation answers where it succeeds.
 * @property {string} mediaType
 * @property {import('./json-schema.mjs').Schema} schema
 */

/** What an answer is wrapped in on its way: `Promise<JsonText<Run>>` is a `Run`. */
const WRAPPERS = new Set(['Promise', 'JsonText', 'Written']);

/**
 * What each operation of a controller answers, by `Controller_method`, as its declared return type says. Operations that
 * write to the response themselves, or answer nothing, are left out.
 * @param {ts.SourceFile} file
 * @param {import('./json-schema.mjs').SchemaWriter} writer
 * @returns {Map<string, Answer>}
 */
export function answersOf(file, writer) {
  /** @type {Map<string, Answer>} */
  const answers = new Map();
  for (const controller of file.statements.filter(ts.isClassDeclaration)) {
    for (const { id, method, decorators } of handlersOf(controller)) {
      const answer = answerOf(method, decorators, writer, id);
      if (answer !== null) answers.set(id, answer);
    }
  }
  return answers;
}

/**
 * @param {ts.MethodDeclaration} method
 * @param {readonly Decorator[]} decorators
 * @param {import('./json-schema.mjs').SchemaWriter} writer
 * @param {string} id
 * @returns {Answer | null}
 */
function answerOf(method, decorators, writer, id) {
  if (decorators.some(({ name }) => name === 'Sse')) {
    return { mediaType: 'text/event-stream', schema: { type: 'string' } };
  }
  if (method.type === undefined) throw new Error(`${id}: declare the return type`);
  const type = writer.checker.getTypeFromTypeNode(unwrapped(method.type));
  if ((type.flags & (ts.TypeFlags.Void | ts.TypeFlags.Never)) !== 0) return null;
  if ((type.flags & ts.TypeFlags.String) !== 0) {
    const mediaType = contentTypeOf(decorators);
    if (mediaType === null) throw new Error(`${id}: a text needs @Header('Content-Type', …)`);
    return { mediaType, schema: { type: 'string' } };
  }
  return { mediaType: 'application/json', schema: writer.schemaOf(withoutText(type), id) };
}

/** Of an object or a text, the object: the route declares the media type of the text. @param {ts.Type} type */
function withoutText(type) {
  if (!type.isUnion()) return type;
  const [first, ...others] = type.types.filter(({ flags }) => (flags & ts.TypeFlags.String) === 0);
  return first !== undefined && others.length === 0 ? first : type;
}

/**
 * @param {ts.TypeNode} node
 * @returns {ts.TypeNode}
 */
function unwrapped(node) {
  if (!ts.isTypeReferenceNode(node) || !WRAPPERS.has(node.typeName.getText())) return node;
  const [inner] = node.typeArguments ?? [];
  return inner === undefined ? node : unwrapped(inner);
}

/** @param {readonly Decorator[]} decorators */
function contentTypeOf(decorators) {
  const header = decorators.find(({ name, literals }) => name === 'Header' && literals[0] === 'Content-Type');
  return header?.literals[1]?.split(';')[0] ?? null;
}
