import { z } from 'zod';
import { isPrintableText } from '../../connection-rules.js';

/** A text of one line, of at most `maxLength` characters. */
export function textSetting(maxLength: number): z.ZodString {
  return z.string().max(maxLength).refine(isPrintableText, 'must not hold control characters');
}

/** A text that must be given, and not be blank. */
export function requiredText(maxLength: number): z.ZodString {
  return textSetting(maxLength).refine((text) => text.trim() !== '', 'must not be empty');
}
