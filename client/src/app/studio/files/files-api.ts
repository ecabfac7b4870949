import { inject, Service } from '@angular/core';
import type { FolderListing, SqlFile, SqlFileChange, SqlFileContent, SqlFileInput, SqlFileList } from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';

/** The files' endpoints, typed. Each call rejects with an ApiProblem. */
@Service()
export class FilesApi {
  private readonly client = inject(ApiClient);

  /** Bookmarked files by name, each with how it is now. */
  list(): Promise<SqlFileList> {
    return this.client.get('/api/studio/files');
  }

  /** An allowed folder, or the list of them. */
  browse(path: string | null): Promise<FolderListing> {
    return this.client.get('/api/studio/files/browse', { query: { path } });
  }

  /** Bookmarks a file, or makes one. */
  add(input: SqlFileInput): Promise<SqlFile> {
    return this.client.post('/api/studio/files', { body: input });
  }

  /** The file as it is on disk. */
  read(id: string): Promise<SqlFileContent> {
    return this.client.get('/api/studio/files/{id}', { path: { id } });
  }

  /** Saves over the version that is named, or is refused. */
  save(id: string, change: SqlFileChange): Promise<SqlFile> {
    return this.client.put('/api/studio/files/{id}', { path: { id }, body: change });
  }

  /** Removes the bookmark, never the file. */
  remove(id: string): Promise<void> {
    return this.client.delete('/api/studio/files/{id}', { path: { id } });
  }
}
