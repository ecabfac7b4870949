import ts from 'typescript';
import { inProject } from '../../project.mjs';
import { findControllers, createProgram } from './program.mjs';
import { SchemaWriter } from './json-schema.mjs';
import { answersOf } from './operations.mjs';

/** Every operation may answer with a problem document. */
const PROBLEMS = inProject('libs/problem/index.ts');

/**
 * What the operations of the server answer, read from the declared return types of its controllers: the type that the
 * compiler holds the code against is what `/api/openapi.json` says.
 * @returns {Promise<{ answers: Record<string, import('./operations.mjs').Answer>, schemas: Record<string, unknown> }>}
 */
export async function readApiTypes() {
  const files = await findControllers();
  const program = createProgram([...files, PROBLEMS]);
  const writer = new SchemaWriter(program.getTypeChecker());
  writer.schemaOf(exportedType(program, PROBLEMS, 'ProblemDocument'), 'ProblemDocument');
  /** @type {[string, import('./operations.mjs').Answer][]} */
  const answers = [];
  for (const file of files) {
    const source = program.getSourceFile(file);
    if (source !== undefined) answers.push(...answersOf(source, writer));
  }
  const schemas = [...writer.components].sort(([a], [b]) => (a < b ? -1 : 1));
  return { answers: Object.fromEntries(answers), schemas: Object.fromEntries(schemas) };
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
