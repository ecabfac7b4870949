import { inject, Service } from '@angular/core';
import type { FolderListing, SqlFile, SqlFileChange, SqlFileContent, SqlFileInput, SqlFileList } from '#libs/api';
import { ApiClient } from '../../../shared/http/api-client';

/** The files' endpoints, typed. Each call rejects with an ApiProblem. */
@Service()
export class FilesApi {
  private readonly client = inject(ApiClient);

  /** Bookmarked files by name, each with how it is now. */
  list(): Promise<SqlFileList> {
    return this.client.get<SqlFileList>('studio/files');
  }

  /** An allowed folder, or the list of them. */
  browse(path: string | null): Promise<FolderListing> {
    return this.client.get<FolderListing>('studio/files/browse', { path });
  }

  /** Bookmarks a file, or makes one. */
  add(input: SqlFileInput): Promise<SqlFile> {
    return this.client.post<SqlFile>('studio/files', input);
  }

  /** The file as it is on disk. */
  read(id: string): Promise<SqlFileContent> {
    return this.client.get<SqlFileContent>(path(id));
  }

  /** Saves over the version that is named, or is refused. */
  save(id: string, change: SqlFileChange): Promise<SqlFile> {
    return this.client.put<SqlFile>(path(id), change);
  }

  /** Removes the bookmark, never the file. */
  remove(id: string): Promise<void> {
    return this.client.delete(path(id));
  }
}

function path(id: string): string {
  return `studio/files/${encodeURIComponent(id)}`;
}
