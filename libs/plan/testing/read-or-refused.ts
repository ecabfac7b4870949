import { expect } from '@jest/globals';
import { readPlan, UnreadablePlanError } from '../index.js';
import { planText } from './plan-text.js';

/** What is read from a text; null where it is refused. Every other error fails the test. */
export function readOrRefused(text: string): string | null {
  try {
    return planText(readPlan(text));
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadablePlanError);
    return null;
  }
}

/** A line break within a literal is text that may have been there, so it stays as it was copied. */
export function withoutBreaks(text: string): string {
  return text.replaceAll("the node's", 'the').replaceAll(/'[^']*'/g, (literal) => literal.replaceAll(/\s+/g, ''));
}
