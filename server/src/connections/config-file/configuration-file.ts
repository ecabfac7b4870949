import { dirname } from 'node:path';
import type { ConfigurationMistake } from '#libs/api';
import { KeyedMutex } from '#libs/async';
import { SECRET_PREFIX } from '#libs/secret-key';
import type { ConnectionConfig } from '../connection-config.js';
import type { Environment } from './environment.js';
import { parseConnections } from './parse-connections.js';
import type { ConnectionsParsing } from './parse-connections.js';
import { MAX_FILE_BYTES } from './yaml-document.js';
import { errorCode, openSecret, readRegularBytes, writeAtomically } from '../../platform/index.js';
import type { FoundKey } from '../../platform/index.js';

export interface FileContext {
  readonly env: Environment;
  /** The key of `enc:v1:` values; asked for only when there is one. */
  readonly secretKey: () => Promise<FoundKey>;
  /** Runs a change while no other process changes the file; left out where no other process does. */
  readonly inTurn?: <T>(change: () => Promise<T>) => Promise<T>;
}

/** `text` is null where there is no file: an empty list. */
export interface FileReading {
  readonly text: string | null;
  readonly parsing: ConnectionsParsing;
}

export type FileChange =
  | { readonly kind: 'written'; readonly reading: FileReading }
  /** `before`: the file on disk is an unfinished edit. `after`: the change would not be understood. */
  | {
      readonly kind: 'refused';
      readonly because: 'before' | 'after';
      readonly mistakes: readonly ConfigurationMistake[];
    }
  /** Another program kept writing. */
  | { readonly kind: 'busy' };

/** Makes the new text of the newest one. */
export type TextEdit = (newest: string | null, connections: readonly ConnectionConfig[]) => string | Promise<string>;

/** Times that a change is made anew because the file became another one meanwhile. */
const ATTEMPTS = 5;

/** What an error of reading says to people, by its code. */
const FAULTS: Readonly<Record<string, string>> = {
  EFBIG: 'the file is larger than 256 kB',
  EFTYPE: 'the path leads to no regular file',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'the file is not UTF-8',
};

/** By file: two changes of one file never overlap within this process. */
const changes = new KeyedMutex();

/** The file that lists the connections, read whole and rewritten whole. */
export class ConfigurationFile {
  constructor(
    readonly path: string,
    private readonly context: FileContext,
  ) {}

  /** Reads and checks the newest text; a file that cannot be read is an invalid one. */
  async read(): Promise<FileReading> {
    try {
      const text = await this.readText();
      return { text, parsing: await this.parse(text) };
    } catch (error) {
      const code = errorCode(error);
      if (code === 'ENOENT') return { text: null, parsing: { kind: 'valid', connections: [] } };
      return unreadable(FAULTS[code ?? ''] ?? `the file cannot be read (${code ?? 'unknown reason'})`);
    }
  }

  /** The newest text as it is. Throws where it cannot be read: a pipe would be waited for. */
  async readText(): Promise<string> {
    const bytes = await readRegularBytes(this.path, MAX_FILE_BYTES);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  }

  /** Applies `edit` to the newest text and writes the outcome, unless one of the two is invalid. */
  change(edit: TextEdit): Promise<FileChange> {
    const { inTurn = (change) => change() } = this.context;
    return changes.runExclusive(this.path, () => inTurn(() => this.changeNow(edit)));
  }

  private async changeNow(edit: TextEdit): Promise<FileChange> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const newest = await this.read();
      if (newest.parsing.kind === 'invalid') {
        return { kind: 'refused', because: 'before', mistakes: newest.parsing.mistakes };
      }
      const text = await edit(newest.text, newest.parsing.connections);
      if (text === newest.text) return { kind: 'written', reading: newest };
      const parsing = await this.parse(text);
      if (parsing.kind === 'invalid') return { kind: 'refused', because: 'after', mistakes: parsing.mistakes };
      if ((await this.read()).text !== newest.text) continue;
      await writeAtomically(this.path, text);
      return { kind: 'written', reading: { text, parsing } };
    }
    return { kind: 'busy' };
  }

  private async parse(text: string): Promise<ConnectionsParsing> {
    const key: FoundKey = text.includes(SECRET_PREFIX) ? await this.context.secretKey() : { kind: 'missing' };
    return parseConnections(text, {
      env: this.context.env,
      baseDir: dirname(this.path),
      decrypt: (sealed) => openSecret(sealed, key),
    });
  }
}

function unreadable(message: string): FileReading {
  return { text: '', parsing: { kind: 'invalid', mistakes: [{ message, line: 1, column: 1 }] } };
}
