import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { TaskQueue } from '#libs/async';
import { errorCode, writeAtomically } from '../../../platform/index.js';
import type { TableNames } from '../files/folder/file-table-names.js';

/** The folder of the state directory that holds the names of the tables of files. */
const FOLDER = 'table-names';

/**
 * The names of the tables of a folder of files, kept in the state directory so that they outlive the engine process and
 * the workbench. They are forgotten when the connection gets another path. Without a state directory they are kept in
 * memory.
 */
export class TableNamesFile {
  private readonly logger = new Logger(TableNamesFile.name);
  private names: TableNames | null = null;
  private readonly writes = new TaskQueue();

  private constructor(
    private readonly file: string | null,
    private readonly folder: string,
  ) {}

  /** `home` is the state directory or null, `folder` the path in the connection's settings. */
  static of(home: string | null, { id, path }: { readonly id: string; readonly path: string }): TableNamesFile {
    return new TableNamesFile(home === null ? null : join(home, FOLDER, `${encodeURIComponent(id)}.json`), path);
  }

  /** The names last saved; none where there is no file or it cannot be read. */
  async load(): Promise<TableNames> {
    this.names ??= this.file === null ? [] : await this.read(this.file);
    return this.names;
  }

  /** Replaces all names. Where the file cannot be written, the names hold until the workbench ends. */
  save(names: TableNames): void {
    this.names = names;
    const { file } = this;
    if (file === null) return;
    void this.writes.run(async () => {
      // A later call has newer names, and writes them.
      if (this.names !== names) return;
      await writeAtomically(file, JSON.stringify({ folder: this.folder, tables: names })).catch((error: unknown) => {
        this.logger.warn(`could not write ${file} (${errorCode(error) ?? String(error)}): names of tables may change`);
      });
    });
  }

  /** Resolves when what was given to `save` is written. Never rejects. */
  async saved(): Promise<void> {
    await this.writes.settled();
  }

  private async read(file: string): Promise<TableNames> {
    try {
      const kept = JSON.parse(await readFile(file, 'utf8')) as { folder?: unknown; tables?: unknown };
      if (kept.folder !== this.folder) return [];
      return Array.isArray(kept.tables) ? kept.tables.filter(isNamed) : [];
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') {
        this.logger.warn(`could not read ${file} (${errorCode(error) ?? String(error)}): names of tables may change`);
      }
      return [];
    }
  }
}

function isNamed(entry: unknown): entry is TableNames[number] {
  return Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string' && part !== '');
}
