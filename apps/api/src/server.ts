import { createServer, type Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import compression from 'compression';
import express, { type NextFunction, type Request, type Response } from 'express';
import { Logger, type INestApplication } from '@nestjs/common';
import { AppModule } from './app.module.js';
import { DASHBOARD_FOLDER, inlineHashes, serveDashboard, serveSearchDescription } from './dashboard/index.js';
import { Metrics, metricsHandler, RedirectTimer, requestTiming, startMetricsServer } from './metrics/index.js';
import type { Config } from './platform/config/index.js';
import { renderError } from './platform/errors/index.js';
import {
  closeInSteps,
  HostTargets,
  httpsAddress,
  mayBegin,
  methodGate,
  namesSeveralHosts,
  oneAtATime,
  originGuard,
  printablePath,
  answerUnreadable,
  requestContext,
  originForm,
  roleGate,
  securityHeaders,
  smallBodies,
} from './platform/http/index.js';
import { RateLimits } from './platform/limits/index.js';
import { AppLogger } from './platform/logging/index.js';
import { serveOpenApi } from './platform/openapi/index.js';
import { lowerPoolPriority } from './platform/thread-priority.js';
import { SHUTDOWN_WAITS } from './platform/time/index.js';
import { requestTracing, sampledTracing, startTracing } from './platform/tracing/index.js';
import { parseQuery } from './platform/validation/index.js';
import { readVersion } from './platform/version.js';
import { RedirectEngine } from './redirect/index.js';
import { WorkspaceViews } from './workspaces/index.js';

/** Up to this size, including cookies, a request that is too long gets 414; beyond it Node answers 431. */
const MAX_HEADER_BYTES = 128 * 1024;

/**
 * Timeouts for clients, in milliseconds. Node's defaults are meant for any program: 60 s for headers, 300 s for a request, none for
 * a response that is not read.
 */
const PATIENCE = {
  /** For the headers of a request, against attacks with slow headers. */
  headersTimeout: 15_000,
  /** For a whole request with its body: 4 MB at 70 kB/s. */
  requestTimeout: 60_000,
  /** Between requests: longer than the 60 s of common proxies, so that they never reuse a connection just closed here. */
  keepAliveTimeout: 65_000,
  /** Without a byte in either direction: an export holds a file until its reader has finished. */
  socketTimeout: 120_000,
  /** Interval at which the timeouts are checked. */
  connectionsCheckingInterval: 5_000,
  /** At shutdown, for keep-alive connections to send one more request, whose response closes them. */
  goodbye: 500,
} as const;

/** Paths that Nest answers, in JSON even if there is no route. On all others visitors get a page. */
const NEST_PATHS = /^\/(?:api|uploads)(?:\/|$)/i;

/** A listening application. */
export interface RunningServer {
  readonly app: INestApplication;
  readonly server: Server;
  /** The port that it listens on. */
  readonly port: number;
  /** Stops accepting connections, answers running requests and new ones on open connections, and closes everything. */
  close(): Promise<void>;
}

/** Creates the application for a prepared configuration (database reachable and migrated) and listens. */
export async function startServer(config: Config): Promise<RunningServer> {
  lowerPoolPriority();
  const instance = express();
  const stopTracing = await startTracing(config);
  const app = await createApp(config, instance);
  const redirect = app.get(RedirectEngine).listener;
  const metrics = app.get(Metrics);
  const timer = new RedirectTimer(metrics);
  const take = config.roles.has('redirect')
    ? sampledTracing((request, response) => redirect.handle(request, response))
    : () => false;
  const { headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval } = PATIENCE;
  const limits = { headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval };
  // A request without a body needs no stream whose end is emitted: emitting it took a fifth of Node's JavaScript time for a
  // redirect.
  const reading = { optimizeEmptyRequests: true };
  const answer = oneAtATime((request, response) => {
    const startedAt = timer.isDue() ? performance.now() : 0;
    if (namesSeveralHosts(request) || !take(request, response)) {
      request.url = originForm(request.url ?? '/');
      void mayBegin().then(() => {
        instance(request, response);
      });
    } else if (startedAt !== 0) timer.measure(response, startedAt);
  });
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, ...limits, ...reading }, answer);
  server.prependListener('request', closeInSteps);
  server.on('clientError', answerUnreadable);
  // An unknown expectation is no reason to reject the request (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.setTimeout(PATIENCE.socketTimeout);
  let metricsServer: Server | null = null;
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(config.port, config.host, resolve);
    });
    // After the main port: a worker counts as ready when it first listens.
    metricsServer = await startMetricsServer(config, app.get(RateLimits), () => metrics.renderAll());
  } catch (error) {
    // Before the database stops: each connection that it cuts off would be logged before the actual error.
    await close(server, metricsServer, app);
    throw error;
  }
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  return {
    app,
    server,
    port,
    close: async () => {
      await close(server, metricsServer, app);
      await stopTracing();
    },
  };
}

async function createApp(config: Config, instance: express.Express): Promise<INestApplication> {
  instance.disable('x-powered-by');
  instance.set('etag', false);
  instance.set('query parser', parseQuery);
  // API paths are case-sensitive, so that middleware that tests for `/api` sees the same as the router.
  instance.set('case sensitive routing', true);
  const app = await NestFactory.create(AppModule.with(config), new ExpressAdapter(instance), {
    bodyParser: false,
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(app.get(AppLogger));
  instance.use(requestContext(config, app.get(HostTargets)));
  instance.use(requestTracing());
  instance.use(securityHeaders(config, inlineHashes(DASHBOARD_FOLDER)));
  instance.use(compression());
  const metrics = app.get(Metrics);
  app.use(requestTiming(metrics));
  if (config.metricsToken !== null)
    instance.use(
      '/metrics',
      metricsHandler(config, app.get(RateLimits), () => metrics.renderAll()),
    );
  app.use(roleGate(config));
  const methods = methodGate(config);
  app.use('/uploads', methods);
  app.use('/api', printablePath, methods, originGuard(config));
  app.use(smallBodies());
  serveOpenApi(app, readVersion(), config.publicOrigin);
  serveSearchDescription(instance, ({ context: { host } }) =>
    host.kind === 'workspace'
      ? { name: host.label.slice(0, 16), origin: app.get(WorkspaceViews).dashboardUrl(host.label) }
      : { name: 'Signpost', origin: config.publicOrigin },
  );
  // Before Nest, whose router answers every request without a route.
  serveDashboard(instance, (request) => httpsAddress(request, config, request.context.host));
  instance.use((request: Request, response: Response, next: NextFunction) => {
    if (NEST_PATHS.test(request.path)) next();
    else app.get(RedirectEngine).listener.elsewhere(request, response);
  });
  await app.init();
  const logger = new Logger('Http');
  // Express recognises an error handler by its four parameters.
  instance.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    renderError(error, request, response, logger);
  });
  return app;
}

async function close(server: Server, metricsServer: Server | null, app: INestApplication): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    // Not the `close` of HTTP servers, which closes idle keep-alive connections at once: a request may already be on its way
    // on them, and a proxy repeats only some requests.
    NetServer.prototype.close.call(server, () => {
      resolve();
    });
  });
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  const startedAt = performance.now();
  // A connection becomes idle when its response is sent; one that does not is closed after a timeout.
  const idle = setInterval(() => {
    if (performance.now() - startedAt >= PATIENCE.goodbye) server.closeIdleConnections();
  }, 50);
  const patience = setTimeout(() => {
    server.closeAllConnections();
  }, SHUTDOWN_WAITS.requests);
  await closed;
  clearInterval(idle);
  clearTimeout(patience);
  metricsServer?.close();
  metricsServer?.closeAllConnections();
  await app.close();
}
