import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { PinoLogger } from 'nestjs-pino';
import { problemDocument } from '#libs/problem';
import type { WorkbenchConfig } from '../config/workbench-config.js';
import { identifyActors } from '../identity/identify-requests.js';
import { Metrics } from '../metrics/metrics.js';
import { setAffinityCookie } from '../processes/affinity-cookie.js';
import { ProblemFilter, requestIdOf } from '../problems/problem.filter.js';
import { Problem } from '../problems/problem.js';
import { validationPipe } from '../problems/validation.js';
import { RequestGate } from './request-gate.js';
import { serveOpenApi } from './open-api.js';
import { staticClient } from './static-client.js';
import { isTrustedRequest } from './trusted-host.js';

/** Where the built client lies, seen from `dist/server/src/platform/http`. */
const CLIENT_FOLDER = join(import.meta.dirname, '../../../../client/browser');

/**
 * Monaco draws with inline styles and starts its workers from blobs. Pictures may come from anywhere, because a person's
 * own basemap may; data only from here and from the default basemap.
 */
const CONTENT_SECURITY_POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:', 'https:', 'http:'],
    fontSrc: ["'self'", 'data:'],
    connectSrc: ["'self'", 'https://tiles.openfreemap.org'],
    workerSrc: ["'self'", 'blob:'],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
};

/** Limits, metrics, logs, signals and streams each wait for the end of a response: more than ten are no leak. */
const MOST_LISTENERS = 20;

/**
 * How long an idle connection stays open, in milliseconds: longer than clients and proxies keep theirs (nginx and load
 * balancers of clouds 60 s, Traefik 90 s, Caddy 120 s). Who closes first must be the side that sends requests; a request
 * on a connection that the server is closing fails with ECONNRESET.
 */
const KEEP_ALIVE_MS = 130_000;
/** The headers of a request have to arrive within this, in milliseconds. */
const HEADERS_LIMIT_MS = 60_000;

/** Whatever watches whether the workbench lives asks by whatever address it knows, and learns nothing of use. */
const HEALTH_PATH = '/api/health';

/** Everything under `/api` but its own documentation, and what agents speak to. */
const DATA_PATH = /^\/(?:api\/(?!docs(?:\/|$))|mcp(?:\/|$))/;

/** The API's own documentation. It is tested here: Express would take a pattern for a prefix that ends at a slash. */
const REFERENCE_PATH = /^\/+api\/+(?:docs|openapi)(?:[/.-]|$)/i;

/** Everything between the socket and the controllers, in the order in which a request meets it. */
export async function configureHttp(app: NestExpressApplication, config: WorkbenchConfig): Promise<void> {
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  if (config.signIn.trustProxy !== null) app.set('trust proxy', config.signIn.trustProxy);
  keepConnections(app);
  identifyRequests(app);
  measureRequests(app);
  protect(app);
  refuseStrangers(app, config);
  setAffinityCookie(app, config);
  app.use(staticClient(CLIENT_FOLDER));
  identifyActors(app);
  shareRequests(app, config);
  protectReference(app);
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(new ProblemFilter(await app.resolve(PinoLogger)));
  serveOpenApi(app);
}

/** Behind the identity, which costs no look at the disk, and before anything that is read or looked up. */
function shareRequests(app: NestExpressApplication, { requestRate }: WorkbenchConfig): void {
  if (requestRate === null) return;
  const gate = new RequestGate(requestRate, () => performance.now());
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (DATA_PATH.test(request.path) && request.path !== HEALTH_PATH) gate.admit(request, response, next);
    else next();
  });
}

function keepConnections(app: NestExpressApplication): void {
  const server = app.getHttpServer();
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_LIMIT_MS;
}

function identifyRequests(app: NestExpressApplication): void {
  app.use((request: Request, response: Response, next: NextFunction) => {
    request.id = randomUUID();
    response.setMaxListeners(MOST_LISTENERS);
    response.setHeader('X-Request-Id', request.id);
    next();
  });
}

/** The API's own reference is no route of Nest's: all who may use the API may read it. */
function protectReference(app: NestExpressApplication): void {
  app.use((request: Request, _response: Response, next: NextFunction) => {
    const isOpen = (request.actor ?? null) !== null || !REFERENCE_PATH.test(request.path);
    next(isOpen ? undefined : (request.refusal ?? new Problem('unauthenticated')));
  });
}

/** Pages get the whole policy. Data is never rendered, so it gets what keeps it from being taken for a page. */
function protect(app: NestExpressApplication): void {
  const protectPage = helmet({ contentSecurityPolicy: CONTENT_SECURITY_POLICY, strictTransportSecurity: false });
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (!DATA_PATH.test(request.path)) {
      protectPage(request, response, next);
      return;
    }
    response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Referrer-Policy', 'no-referrer');
    next();
  });
}

function measureRequests(app: NestExpressApplication): void {
  const { requestSeconds } = app.get(Metrics);
  app.use((request: Request, response: Response, next: NextFunction) => {
    const startedAtMs = performance.now();
    response.once('close', () => {
      const seconds = (performance.now() - startedAtMs) / 1000;
      requestSeconds.observe({ method: request.method, status: response.statusCode }, seconds);
    });
    next();
  });
}

function refuseStrangers(app: NestExpressApplication, config: WorkbenchConfig): void {
  const publicUrl = new URL(config.publicUrl);
  app.use((request: Request, response: Response, next: NextFunction) => {
    const { host, origin } = request.headers;
    const isHarmless = request.path === HEALTH_PATH && request.method === 'GET';
    // Who forwards a request with two hosts may have judged the other one.
    const isAmbiguous = (request.headersDistinct.host?.length ?? 0) > 1;
    if (!isAmbiguous && (isHarmless || isTrustedRequest({ method: request.method, host, origin }, publicUrl))) {
      next();
      return;
    }
    const document = problemDocument(
      'host-not-allowed',
      requestIdOf(request),
      'Set WORKBENCH_PUBLIC_URL to the address you use, and have a proxy in front pass on the Host header.',
    );
    response.status(document.status).type('application/problem+json').send(JSON.stringify(document));
  });
}
