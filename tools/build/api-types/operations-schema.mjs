/** @typedef {import('./json-schema.mjs').Schema} Schema */
/** @typedef {import('./routes.mjs').Route} Route */
/** @typedef {import('./operations.mjs').Answer} Answer */

const JSON_TYPE = 'application/json';
const EVENT_STREAM = 'text/event-stream';

/**
 * The operations below `/api` as one type: an object of methods, of paths, of what an operation takes (`query`, `body`)
 * and answers (`answer` is JSON, `text` and `stream` name media types).
 * @param {Readonly<Record<string, Route>>} routes
 * @param {Readonly<Record<string, Answer>>} answers
 * @returns {Schema}
 */
export function operationsSchema(routes, answers) {
  /** @type {Record<string, Record<string, Schema>>} */
  const methods = {};
  for (const [id, route] of Object.entries(routes)) {
    // What is outside of `/api` speaks protocols of its own.
    if (!route.path.startsWith('/api/')) continue;
    (methods[route.method] ??= {})[route.path] = operationSchema(route, answers[id] ?? null);
  }
  const sorted = Object.entries(methods).map(([method, paths]) => [
    method,
    objectOf(Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1)))),
  ]);
  return objectOf(Object.fromEntries(sorted));
}

/** @param {Route} route @param {Answer | null} answer */
function operationSchema({ query, body, sends }, answer) {
  const streams = [...sends, ...(answer?.mediaType === EVENT_STREAM ? [EVENT_STREAM] : [])];
  const isText = answer !== null && answer.mediaType !== JSON_TYPE && answer.mediaType !== EVENT_STREAM;
  return objectOf({
    ...(query === null ? {} : { query }),
    ...(body === null ? {} : { body }),
    ...(answer?.mediaType === JSON_TYPE ? { answer: answer.schema } : {}),
    ...(isText ? { text: { type: 'string', enum: [answer.mediaType] } } : {}),
    ...(streams.length === 0 ? {} : { stream: { type: 'string', enum: streams } }),
  });
}

/** @param {Record<string, Schema>} properties @returns {Schema} */
function objectOf(properties) {
  return { type: 'object', properties, required: Object.keys(properties) };
}
