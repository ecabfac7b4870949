import type { CatalogClient } from './catalog-client.js';
import { CATALOG_VERSION_SQL } from './completion.sql.js';

/**
 * Reads a text that changes whenever a statement changes the catalog. What VACUUM and ANALYZE note of a table they write
 * in place, so that it does not change. Where no transaction has ended since the last call, the server reads no catalog.
 */
export class CatalogVersion {
  #known: { readonly mark: string; readonly version: string } | null = null;

  async read(client: CatalogClient, signal: AbortSignal): Promise<string> {
    const known = this.#known;
    const [row] = await client.query(CATALOG_VERSION_SQL, [known?.mark ?? ''], signal);
    const [mark, version] = [row?.[0] ?? '', row?.[1] ?? known?.version ?? ''];
    this.#known = { mark, version };
    return version;
  }
}
