const urls = process.env['TEST_POSTGRES_URLS']?.split(' ') ?? [];
const worker = Number(process.env['JEST_WORKER_ID'] ?? 1) - 1;
const url = urls[worker % urls.length];

/** The tests of a worker know one Postgres: their own. */
if (url !== undefined) process.env['TEST_POSTGRES_URL'] = url;
