import ts from 'typescript';
import { ROUTE_METHODS, decoratorsOf, handlersOf } from './decorators.mjs';

/** @typedef {import('./json-schema.mjs').Schema} Schema */

/**
 * @typedef {object} Route How an operation is called.
 * @property {string} method of HTTP, in lower case
 * @property {string} path as OpenAPI writes it: `/api/jobs/{id}`
 * @property {Schema | null} query
 * @property {Schema | null} body
 * @property {string[]} sends the media types of a file or stream that the handler writes itself
 */

/** What a body is wrapped in: `UnreadBody<Trigger>` has to be a `Trigger`. */
const WRAPPER = 'UnreadBody';

/**
 * How each operation of a controller is called, by `Controller_method`, as its decorators and the declared types of its
 * parameters say.
 * @param {ts.SourceFile} file
 * @param {import('./json-schema.mjs').SchemaWriter} writer
 * @returns {Map<string, Route>}
 */
export function routesOf(file, writer) {
  /** @type {Map<string, Route>} */
  const routes = new Map();
  for (const controller of file.statements.filter(ts.isClassDeclaration)) {
    const prefix = decoratorsOf(controller).find(({ name }) => name === 'Controller')?.literals[0] ?? '';
    for (const { id, method, decorators } of handlersOf(controller)) {
      const route = decorators.find(({ name }) => ROUTE_METHODS.has(name));
      routes.set(id, {
        method: ROUTE_METHODS.get(route?.name ?? '') ?? '',
        path: pathOf(prefix, route?.literals[0] ?? ''),
        query: queryOf(method, writer, id),
        body: bodyOf(method, writer, id),
        sends: decorators.filter(({ name }) => name === 'Sends').flatMap(({ literals }) => literals),
      });
    }
  }
  return routes;
}

/** @param {string} prefix of the controller @param {string} path of the handler */
function pathOf(prefix, path) {
  const segments = [prefix, path].filter((part) => part !== '').join('/');
  return `/${segments}`.replaceAll(/:(\w+)/g, '{$1}');
}

/**
 * The parameters of the query: the members of a class, or single ones by their names.
 * @param {ts.MethodDeclaration} method
 * @param {import('./json-schema.mjs').SchemaWriter} writer
 * @param {string} id
 * @returns {Schema | null}
 */
function queryOf(method, writer, id) {
  const given = parametersBy(method, 'Query');
  if (given.length === 0) return null;
  const whole = given.find(({ literals }) => literals.length === 0);
  if (whole !== undefined) return writer.schemaOf(typeOf(whole.parameter, writer, id), `${id} query`);
  const members = given.map(({ parameter, literals: [name = ''] }) => ({
    name,
    schema: writer.schemaOf(typeOf(parameter, writer, id), `${id} ?${name}`),
    isRequired: parameter.questionToken === undefined,
  }));
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(({ name, schema }) => [name, schema])),
    required: members.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  };
}

/**
 * @param {ts.MethodDeclaration} method
 * @param {import('./json-schema.mjs').SchemaWriter} writer
 * @param {string} id
 * @returns {Schema | null}
 */
function bodyOf(method, writer, id) {
  const [body] = parametersBy(method, 'Body');
  return body === undefined ? null : writer.schemaOf(typeOf(body.parameter, writer, id), `${id} body`);
}

/**
 * The parameters of a handler that have a decorator, with the texts among its arguments.
 * @param {ts.MethodDeclaration} method
 * @param {string} decorator
 */
function parametersBy(method, decorator) {
  return method.parameters.flatMap((parameter) => {
    const found = decoratorsOf(parameter).find(({ name }) => name === decorator);
    return found === undefined ? [] : [{ parameter, literals: found.literals }];
  });
}

/**
 * @param {ts.ParameterDeclaration} parameter
 * @param {import('./json-schema.mjs').SchemaWriter} writer
 * @param {string} id
 */
function typeOf({ type }, writer, id) {
  if (type === undefined) throw new Error(`${id}: declare the types of its parameters`);
  const isWrapped = ts.isTypeReferenceNode(type) && type.typeName.getText() === WRAPPER;
  const inner = isWrapped ? type.typeArguments?.[0] : undefined;
  return writer.checker.getTypeFromTypeNode(inner ?? type);
}
