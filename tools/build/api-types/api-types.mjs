import ts from 'typescript';
import { inProject } from '../../project.mjs';
import { findControllers, createProgram } from './program.mjs';
import { SchemaWriter } from './json-schema.mjs';
import { answersOf } from './operations.mjs';
import { routesOf } from './routes.mjs';

/** Every operation may answer with a problem document. */
const PROBLEMS = inProject('libs/problem/index.ts');

/**
 * @typedef {object} ApiTypes
 * @property {Record<string, import('./operations.mjs').Answer>} answers what operations answer, by operation id
 * @property {Record<string, import('./json-schema.mjs').Schema>} schemas the named types of answers
 * @property {Record<string, import('./routes.mjs').Route>} routes how operations are called, by operation id
 * @property {Record<string, import('./json-schema.mjs').Schema>} requestSchemas the named types of answers and requests
 */

/**
 * What the operations of the server take and answer, read from the declared types of its controllers' methods: the type
 * that the compiler holds the code against is what `/api/openapi.json` says of answers, and what the client sends.
 * @returns {Promise<ApiTypes>}
 */
export async function readApiTypes() {
  const files = await findControllers();
  const program = createProgram([...files, PROBLEMS]);
  const writer = new SchemaWriter(program.getTypeChecker());
  writer.schemaOf(exportedType(program, PROBLEMS, 'ProblemDocument'), 'ProblemDocument');
  const sources = files.map((file) => program.getSourceFile(file)).filter((source) => source !== undefined);
  const answers = Object.fromEntries(sources.flatMap((source) => [...answersOf(source, writer)]));
  // The document describes requests by their classes, so that their types are no part of its schemas.
  const schemas = sortedComponents(writer);
  const routes = Object.fromEntries(sources.flatMap((source) => [...routesOf(source, writer)]));
  return { answers, schemas, routes, requestSchemas: sortedComponents(writer) };
}

/** @param {SchemaWriter} writer */
function sortedComponents({ components }) {
  return Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * @param {ts.Program} program
 * @param {string} file
 * @param {string} name
 */
function exportedType(program, file, name) {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  const symbol = module?.exports?.get(ts.escapeLeadingUnderscores(name));
  if (symbol === undefined) throw new Error(`${file} does not export ${name}`);
  return checker.getDeclaredTypeOfSymbol(symbol);
}
