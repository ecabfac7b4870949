import { LoggerModule } from 'nestjs-pino';
import { destination } from 'pino';
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
        serializers: { req: summarizeRequest },
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
  return { id: request.id, method: request.method, path: request.url.split('?', 1)[0] };
}
