import type { ConfigurationMistake } from '#libs/api';
import { Problem, errorCode, isSystemError } from '../../platform/index.js';
import type { FileChange } from './configuration-file.js';
import { EditRefused } from './edit-connections.js';

/** The problem of a change that the configuration file does not take. */
export function problemOfRefusal(change: Exclude<FileChange, { kind: 'written' }>): Problem {
  if (change.kind === 'busy')
    return new Problem('configuration-changed', 'The file is being written by another program.');
  if (change.because === 'after') {
    return new Problem('validation-failed', `The settings cannot be used: ${mistakesText(change.mistakes)}`);
  }
  const detail = `The configuration file has mistakes that have to be corrected first: ${mistakesText(change.mistakes)}`;
  return new Problem('configuration-changed', detail);
}

/** The problem of a file that could not be edited or written; other errors are returned as they are. */
export function problemOfWriting(error: unknown): unknown {
  if (error instanceof EditRefused) {
    return new Problem('configuration-changed', `Make this change in the file itself: ${error.message}.`);
  }
  if (!isSystemError(error)) return error;
  return new Problem('configuration-changed', `The configuration file cannot be written (${errorCode(error) ?? ''}).`, {
    cause: error,
  });
}

/** The first five mistakes with their places, and how many more there are. */
export function mistakesText(mistakes: readonly ConfigurationMistake[]): string {
  const shown = mistakes.slice(0, 5).map(({ line, column, message }) => `line ${line}, column ${column}: ${message}`);
  const more = mistakes.length > shown.length ? `; and ${mistakes.length - shown.length} more` : '';
  return shown.join('; ') + more;
}
