import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { runNode } from '../command.mjs';
import { inProject } from '../project.mjs';

/** The program of an engine host, as the compiler leaves it. */
const PROGRAM = inProject('dist/server/src/connections/engines/host/program/host-program.js');

/** The server's own frame, which an engine host would load with each connection; an import of a module's index brings it. */
const FRAMEWORK = /[\\/]node_modules[\\/](@nestjs|typeorm)[\\/]/;

/**
 * Joins the program of an engine host and all that it imports into one file, which loads in half the time: a
 * connection's first statement waits for it. What is native stays where it is.
 */
export async function bundleEngineHost() {
  const bundle = await rolldown({ input: PROGRAM, platform: 'node', external: [/^@duckdb\/node-bindings/] });
  const { output } = await bundle.write({ file: PROGRAM, format: 'esm', codeSplitting: false });
  await bundle.close();
  const framework = output[0].moduleIds.find((id) => FRAMEWORK.test(id));
  if (framework !== undefined)
    throw new Error(`The program of an engine host contains ${framework}, which it must not.`);
}

/**
 * Starts an engine host once, which keeps its compiled code beside its program. Confined hosts read it there and cannot
 * write it. Where no host starts, they compile by themselves as before.
 */
export async function compileEngineHost() {
  const home = await mkdtemp(join(tmpdir(), 'workbench-build-'));
  await runNode('tools/build/start-engine-host.mjs', [join(home, 'empty.duckdb')], { isQuiet: true });
  await rm(home, { recursive: true, force: true });
}
