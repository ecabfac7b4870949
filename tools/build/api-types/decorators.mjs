import ts from 'typescript';

/** @typedef {{ name: string, literals: string[] }} Decorator A decorator with the texts among its arguments. */

/** The method of HTTP by Nest's decorator of a route. @type {ReadonlyMap<string, string>} */
export const ROUTE_METHODS = new Map([
  ['Get', 'get'],
  ['Post', 'post'],
  ['Put', 'put'],
  ['Patch', 'patch'],
  ['Delete', 'delete'],
  ['Sse', 'get'],
]);

/** @typedef {{ id: string, method: ts.MethodDeclaration, decorators: Decorator[] }} Handler */

/**
 * The handlers of a controller's routes, by the id that their operation has in the description of the API.
 * @param {ts.ClassDeclaration} controller
 * @returns {Handler[]}
 */
export function handlersOf(controller) {
  return controller.members
    .filter(ts.isMethodDeclaration)
    .map((method) => ({
      id: `${controller.name?.text ?? ''}_${method.name.getText()}`,
      method,
      decorators: decoratorsOf(method),
    }))
    .filter(({ decorators }) => decorators.some(({ name }) => ROUTE_METHODS.has(name)));
}

/** @param {ts.HasDecorators} node @returns {Decorator[]} */
export function decoratorsOf(node) {
  return (ts.getDecorators(node) ?? []).flatMap(({ expression }) => {
    if (!ts.isCallExpression(expression)) return [];
    const literals = expression.arguments.filter(ts.isStringLiteral).map(({ text }) => text);
    return [{ name: expression.expression.getText(), literals }];
  });
}
