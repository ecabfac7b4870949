import { tmpdir } from 'node:os';
import { expect, it } from '@jest/globals';
import { ProcessState } from './process-state.mjs';

const note = (): undefined => undefined;
const leave = process.exit.bind(process);

it('puts back what a test file has changed of its process', () => {
  process.env.SPEC_BEFORE = 'as it was';
  const state = new ProcessState();
  const before = { ...process.env };
  const [folder, { console: shown }, { exit }] = [process.cwd(), globalThis, { exit: Reflect.get(process, 'exit') }];
  process.env.SPEC_BEFORE = 'changed';
  process.env.SPEC_ADDED = 'new';
  delete process.env.PATH;
  process.chdir(tmpdir());
  const umask = process.umask(0o777);
  process.exit = leave;
  Reflect.set(globalThis, 'console', {});
  state.restore();
  expect({ ...process.env }).toEqual(before);
  delete process.env.SPEC_BEFORE;
  expect([process.cwd(), process.umask(umask)]).toEqual([folder, umask]);
  expect(Reflect.get(process, 'exit')).toBe(exit);
  expect(globalThis.console).toBe(shown);
});

it('removes listeners that a test file has added, and adds those that it has removed', () => {
  process.on('SIGUSR2', note);
  const state = new ProcessState();
  process.off('SIGUSR2', note);
  process.on('warning', note);
  process.once('exit', note);
  state.restore();
  expect(process.listeners('SIGUSR2')).toContain(note);
  expect(process.listeners('warning')).not.toContain(note);
  // Shared modules add these once for the life of the process.
  expect(process.listeners('exit')).toContain(note);
  process.off('SIGUSR2', note);
  process.off('exit', note);
});
