import { describe, expect, it } from '@jest/globals';
import { isCountedByNamespace } from './limited-tasks.js';

describe('a kernel that counts processes by user namespace', () => {
  it.each([
    ['6.1.0-18-amd64', true],
    ['5.14.0-427.el9.x86_64', true],
    ['5.13.19', false],
    ['5.10.0-28-amd64', false],
    ['4.18.0-553.el8', false],
    ['10.0', true],
    ['', false],
    ['23.6.0', true],
  ])('%s: %s', (kernel, isCounted) => {
    expect(isCountedByNamespace(kernel)).toBe(isCounted);
  });
});
