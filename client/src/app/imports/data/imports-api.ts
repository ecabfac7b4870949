import { inject, Service } from '@angular/core';
import type {
  DataImport,
  FolderCopy,
  ImportPart,
  ImportReading,
  ImportRequest,
  SchemaContents,
  SchemaList,
  TableDetails,
} from '#libs/api';
import { isFileEncoding } from '#libs/files';
import type { FileEncoding } from '#libs/files';
import { ApiClient } from '../../shared/http/api-client';
import { schemaContentsIn, schemaListIn, tableDetailsIn } from '../../shared/schema/schema-answer';

/** How a file is read, with an encoding that the server knows. */
export type Reading = ImportReading & { encoding: FileEncoding };

/** How a file is read now. */
export function readingOf({ reading }: DataImport): Reading {
  const { encoding, header, delimiter, sheet, date_order = null, decimal = null } = reading;
  return { encoding: isFileEncoding(encoding) ? encoding : 'auto', header, delimiter, sheet, date_order, decimal };
}

/** The endpoints of imports, and those that show where rows can go. Each call rejects with an ApiProblem. */
@Service()
export class ImportsApi {
  private readonly client = inject(ApiClient);

  /** The files that were sent, newest first. */
  async list(): Promise<DataImport[]> {
    return (await this.client.get('/api/imports')).items;
  }

  get(id: string, stop?: AbortSignal): Promise<DataImport> {
    return this.client.get('/api/imports/{id}', { path: { id }, stop });
  }

  /** Makes ready for a file. */
  create({ name, size, lastModified }: File): Promise<DataImport> {
    const body = { file_name: name, size_bytes: size, last_modified: lastModified };
    return this.client.post('/api/imports', { body });
  }

  /** Sends a part of the file. */
  sendPart(id: string, at: Required<ImportPart>, part: Blob): Promise<DataImport> {
    return this.client.putBytes('/api/imports/{id}/file', { path: { id }, query: at, bytes: part });
  }

  /** Has the file read in another way. */
  readAgain(id: string, reading: Reading): Promise<DataImport> {
    return this.client.post('/api/imports/{id}/read', { path: { id }, body: reading });
  }

  start(id: string, request: ImportRequest): Promise<DataImport> {
    return this.client.post('/api/imports/{id}/start', { path: { id }, body: request });
  }

  /** Has the file copied into a folder. */
  copy(id: string, copy: FolderCopy): Promise<DataImport> {
    return this.client.post('/api/imports/{id}/copy', { path: { id }, body: copy });
  }

  cancel(id: string): Promise<DataImport> {
    return this.client.post('/api/imports/{id}/cancel', { path: { id } });
  }

  async remove(id: string): Promise<void> {
    await this.client.delete('/api/imports/{id}', { path: { id } });
  }

  async schemas(connectionId: string): Promise<SchemaList> {
    return schemaListIn(await this.client.get('/api/connections/{id}/schema', { path: { id: connectionId } }));
  }

  async contents(connectionId: string, schema: string): Promise<SchemaContents> {
    const call = { path: { id: connectionId }, query: { schema } };
    return schemaContentsIn(await this.client.get('/api/connections/{id}/schema', call));
  }

  async table(connectionId: string, schema: string, table: string): Promise<TableDetails> {
    const call = { path: { id: connectionId }, query: { schema, table } };
    return tableDetailsIn(await this.client.get('/api/connections/{id}/schema', call));
  }
}
