import { rolldown } from 'rolldown';
import { inProject } from '../project.mjs';

/** The program of an engine host, as the compiler leaves it. */
const PROGRAM = inProject('dist/server/src/connections/engines/host/program/host-program.js');

/**
 * Joins the program of an engine host and all that it imports into one file, which loads in half the time: a
 * connection's first statement waits for it. What is native stays where it is.
 */
export async function bundleEngineHost() {
  const bundle = await rolldown({ input: PROGRAM, platform: 'node', external: [/^@duckdb\/node-bindings/] });
  await bundle.write({ file: PROGRAM, format: 'esm', codeSplitting: false });
  await bundle.close();
}
