import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { ProcessState } from './process-state.mjs';

/**
 * Runs test files in the worker's own global object, where `NativeRuntime` loads their modules, and puts back what a
 * file has changed of the process when it ends.
 */
export default class NativeEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern;
  #process = new ProcessState();

  /** @param {import('@jest/environment').JestEnvironmentConfig} config */
  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    this.#process.restore();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** There is none: Jest only asks whether it could be had. */
  getVmContext() {
    return null;
  }
}
