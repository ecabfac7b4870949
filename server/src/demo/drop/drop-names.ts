import * as story from '../story/drop-files.js';

/** The demo's text files in the drop folder, and what is in each. */
export const DROP_TEXTS: Readonly<Record<string, () => string>> = {
  'supplier_prices.csv': story.supplierPricesCsv,
  'returns.ndjson': story.returnsNdjson,
  'exchange_rates.tsv': story.exchangeRatesTsv,
  'opening_hours.json': story.openingHoursJson,
};

/** Its other file. */
export const DROP_BINARIES: readonly string[] = ['store_visitors.parquet'];
