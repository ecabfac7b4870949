import { LoggerModule } from 'nestjs-pino';
import { destination, stdSerializers } from 'pino';
import { shortened } from '#libs/markup';
import { WORKBENCH_CONFIG } from '../config/workbench-config.js';
import type { WorkbenchConfig } from '../config/workbench-config.js';

/** Paths whose values never reach a log, wherever they stand. */
export const REDACTED_PATHS = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  ...['password', 'token', 'secret', 'connectionString', 'code', 'access_token'].flatMap((name) => [
    name,
    `*.${name}`,
    `*.*.${name}`,
  ]),
];

/** Characters of one value in a log. */
const MAX_LOGGED = 4000;

const LOGS_REQUESTS = new Set<WorkbenchConfig['logLevel']>(['trace', 'debug', 'info']);

/** One JSON line a happening, on standard error: standard output belongs to the address line. */
export const LoggingModule = LoggerModule.forRootAsync({
  inject: [WORKBENCH_CONFIG],
  useFactory: (config: WorkbenchConfig) => ({
    pinoHttp: [
      {
        level: config.logLevel,
        redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
        genReqId: (request: { id?: unknown }) => String(request.id),
        serializers: { req: summarizeRequest, err: summarizeError },
        quietReqLogger: true,
      },
      destination({ fd: 2, sync: true }),
    ],
    // A logger of its own for each request costs more than the rest of the way in; only who reads them pays.
    ...(LOGS_REQUESTS.has(config.logLevel) ? {} : { forRoutes: [] }),
  }),
});

/** The path without its query: a query may carry SQL or a token. */
function summarizeRequest(request: { id: unknown; method: string; url: string }): Record<string, unknown> {
  return { id: request.id, method: request.method, path: shortened(request.url.split('?', 1)[0] ?? '', MAX_LOGGED) };
}

/** An error as pino writes it; a message may repeat megabytes of a request. */
export function summarizeError(error: Error): Record<string, unknown> {
  const written: Record<string, unknown> = { ...stdSerializers.err(error) };
  return Object.fromEntries(
    Object.entries(written).flatMap(([name, value]) => {
      if (typeof value === 'string') return [[name, shortened(value, MAX_LOGGED)]];
      // What a library hangs on its errors, such as the body that it could not read.
      return value === null || typeof value !== 'object' ? [[name, value]] : [];
    }),
  );
}
