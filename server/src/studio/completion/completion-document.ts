import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { CompletionCatalog } from '#libs/api';
import { indexCatalog } from '#libs/sql';
import type { CatalogIndex } from '#libs/sql';

/** A catalog as it is sent: compressed once, with the tag that distinguishes one content from another. */
export class CompletionDocument {
  private made: CatalogIndex | null = null;

  private constructor(
    private readonly catalog: CompletionCatalog,
    readonly gzipped: Buffer,
    /** Without the quotes of the header. */
    readonly tag: string,
    /** Characters of its JSON. */
    readonly chars: number,
  ) {}

  static async of(catalog: CompletionCatalog): Promise<CompletionDocument> {
    const json = JSON.stringify(catalog);
    const tag = createHash('sha256').update(json).digest('base64url').slice(0, 22);
    return new CompletionDocument(catalog, await promisify(gzip)(json), tag, json.length);
  }

  /** The catalog made ready for `complete`; most are only sent, so it is made when it is first asked for. */
  get index(): CatalogIndex {
    this.made ??= indexCatalog(this.catalog);
    return this.made;
  }
}
