import openapiTS, { astToString } from 'openapi-typescript';
import { operationsSchema } from './operations-schema.mjs';

/** @typedef {import('./json-schema.mjs').Schema} Schema */
/** @typedef {import('./routes.mjs').Route} Route */
/** @typedef {import('./operations.mjs').Answer} Answer */

/**
 * The declarations by which the client's calls are typed: `components['schemas']['ApiOperations']` has for each method
 * and path of HTTP what its `query` and `body` are and what it answers: `answer` is JSON, `text` and `stream` name media
 * types. Comments are left out.
 * @param {{ routes: Readonly<Record<string, Route>>, answers: Readonly<Record<string, Answer>>, schemas: Record<string, Schema> }} api
 */
export async function clientTypes({ routes, answers, schemas }) {
  const ApiOperations = operationsSchema(routes, answers);
  const source = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Data Workbench', version: '1' },
    paths: {},
    components: { schemas: { ...schemas, ApiOperations } },
  });
  const nodes = await openapiTS(source, { defaultNonNullable: false, emptyObjectsUnknown: true, silent: true });
  return astToString(nodes, { formatOptions: { removeComments: true } });
}
