import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { FolderListing, SqlFile, SqlFileChange, SqlFileContent, SqlFileInput, SqlFileList } from '#libs/api';
import { KeyedMutex } from '#libs/async';
import { keepLineEndings } from '#libs/files';
import { Clock, EventBus, Problem, State, writeAtomically } from '../../platform/index.js';
import { requireTextLimit } from '../text-limit.js';
import { AllowedFolders } from './allowed-folders.js';
import { browseFolder, isSqlName, listRoots } from './browse-folder.js';
import { FileBookmarkRecord } from './file-bookmark.entity.js';
import { createSqlFile, etagOf, problemOfFile, readSqlFile } from './sql-file.js';

const BYTE_ORDER_MARK = '\uFEFF';

/** Keeps bookmarks of `.sql` files, reads the files and saves them in place. */
@Injectable()
export class FilesService {
  /** By path: each save reads what the one before has left. */
  private readonly saves = new KeyedMutex();

  constructor(
    private readonly state: State,
    private readonly allowed: AllowedFolders,
    private readonly bus: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Lists the bookmarks of `actor` by name, each with how its file is now. */
  async list(actor: Actor): Promise<SqlFileList> {
    const items = await Promise.all((await this.bookmarks(actor)).map((bookmark) => this.viewOf(bookmark)));
    const order = (file: SqlFile): string => `${file.name.toLowerCase()}\0${file.path}`;
    return { items: items.sort((a, b) => (order(a) < order(b) ? -1 : 1)), next_cursor: null };
  }

  /** Lists an allowed folder, or all of them; throws `file-missing`, `file-not-allowed` and `file-not-accessible`. */
  async browse(actor: Actor, path: string | undefined): Promise<FolderListing> {
    if (path === undefined || path === '') return listRoots(this.allowed);
    const bookmarked = new Set((await this.bookmarks(actor)).map((bookmark) => bookmark.path));
    return browseFolder(resolve(path), this.allowed, bookmarked);
  }

  /**
   * Bookmarks a file, which is made first when asked; one that is bookmarked already stays so. Throws
   * `validation-failed` for a name without `.sql`, `name-taken` when a file to make exists, and what `read` throws.
   */
  async add(actor: Actor, { path, create = false }: SqlFileInput): Promise<SqlFile> {
    if (!isSqlName(basename(path))) {
      const errors = [{ pointer: '/path', detail: 'path must be that of a file that ends with .sql' }];
      throw new Problem('validation-failed', undefined, { errors });
    }
    const full = resolve(path);
    await this.state.requireCaller(actor);
    if (create) await createSqlFile(await this.allowed.realOfNew(path), '');
    else await readSqlFile(await this.allowed.real(path));
    const known = (await this.bookmarks(actor)).find((bookmark) => bookmark.path === full);
    if (known) return this.viewOf(known);
    const made = { id: randomUUID(), ownerId: actor.userId, path: full, createdAt: this.clock.isoNow() };
    await this.state.transactionFor(actor, async (manager) => {
      await manager.insert(FileBookmarkRecord, made);
      this.bus.publish('studio.files_changed', { owner_id: actor.userId, file_ids: [made.id] });
    });
    return this.viewOf(made);
  }

  /**
   * Reads a file. Throws `file-not-found` without such a bookmark, `file-missing`, `file-not-allowed`,
   * `file-not-accessible`, `too-large` and `file-not-text`.
   */
  async read(actor: Actor, id: string): Promise<SqlFileContent> {
    const bookmark = await this.find(actor, id);
    const { sql, stats } = await readSqlFile(await this.allowed.real(bookmark.path));
    const etag = etagOf(stats);
    return { ...(await this.viewOf(bookmark)), state: 'present', etag, sql };
  }

  /**
   * Saves a text in place: the file is replaced as a whole and keeps its mode, its line endings and its byte order mark.
   * Throws what `read` throws, and `changed-meanwhile` when the file is another one than `etag` says.
   */
  async save(actor: Actor, id: string, change: SqlFileChange): Promise<SqlFile> {
    requireTextLimit(change.sql);
    const bookmark = await this.find(actor, id);
    await this.saves.runExclusive(bookmark.path, async () => {
      // Outside of a transaction: a folder that does not answer must not occupy the state's writer.
      await this.state.requireCaller(actor);
      await this.write(bookmark.path, change);
    });
    this.bus.publish('studio.files_changed', { owner_id: actor.userId, file_ids: [id] });
    return this.viewOf(bookmark);
  }

  /** Removes a bookmark, never the file; throws `file-not-found`. */
  async remove(actor: Actor, id: string): Promise<void> {
    await this.find(actor, id);
    await this.state.transactionFor(actor, async (manager) => {
      await manager.delete(FileBookmarkRecord, { id });
      this.bus.publish('studio.files_changed', { owner_id: actor.userId, file_ids: [id] });
    });
  }

  private async write(path: string, { sql, etag }: SqlFileChange): Promise<void> {
    if (etag === null) {
      await createSqlFile(await this.allowed.realOfNew(path), sql).catch((error: unknown) => {
        throw error instanceof Problem && error.code === 'name-taken' ? changedMeanwhile() : error;
      });
      return;
    }
    const real = await this.allowed.real(path);
    const former = await readSqlFile(real);
    if (etagOf(former.stats) !== etag) throw changedMeanwhile();
    const text = keepLineEndings(sql, former.sql);
    const mark = former.hasByteOrderMark && !text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
    await writeAtomically(real, mark + text).catch((error: unknown) => {
      throw problemOfFile(error);
    });
  }

  private bookmarks({ userId: ownerId }: Actor): Promise<FileBookmarkRecord[]> {
    return this.state.manager.find(FileBookmarkRecord, { where: { ownerId } });
  }

  private async find({ userId: ownerId }: Actor, id: string): Promise<FileBookmarkRecord> {
    const record = await this.state.manager.findOneBy(FileBookmarkRecord, { id, ownerId });
    if (record === null) throw new Problem('file-not-found');
    return record;
  }

  private async viewOf({ id, path }: Pick<FileBookmarkRecord, 'id' | 'path'>): Promise<SqlFile> {
    const file = { id, name: basename(path), path };
    try {
      const stats = await stat(await this.allowed.real(path), { bigint: true });
      const modifiedAt = new Date(Number(stats.mtimeMs)).toISOString();
      return { ...file, state: 'present', bytes: Number(stats.size), modified_at: modifiedAt, etag: etagOf(stats) };
    } catch (error) {
      const isRefused = error instanceof Problem && error.code === 'file-not-allowed';
      return { ...file, state: isRefused ? 'refused' : 'missing', bytes: null, modified_at: null, etag: null };
    }
  }
}

function changedMeanwhile(): Problem {
  return new Problem('changed-meanwhile', 'The file was changed on disk since it was read.');
}
