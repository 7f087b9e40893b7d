import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pendingMigrations } from '../kit/db/index.ts';
import { buildHttpServer } from '../kit/http/index.ts';
import type { LineLog } from '../kit/observability/index.ts';
import { openFilesLimit } from '../kit/processes/index.ts';
import { registerConsolePages } from './console/console-pages.ts';
import { registerDocsPage } from './docs-page.ts';
import type { Member } from './processes/member.ts';
import { readOwnMigrations } from './read-own-migrations.ts';
import type { Settings } from './settings.ts';
import type { Engine } from './start-engine.ts';
import { StartError } from './start-error.ts';
import type { StopSequence } from './stop-sequence.ts';
import { type Readiness, systemRoutes } from './system-routes.ts';

export interface HttpOptions {
  settings: Settings;
  log: LineLog;
  engine: Engine;
  stops: StopSequence;
  checkResponses: boolean;
  member: Member | undefined;
}

const MIN_CONNECTIONS = 64;

/** If other processes serve on the port, clients are told to reconnect before a connection is closed. */
const LINGER_MS = 1_000;

/** The path of the committed OpenAPI document; a test compares it with the code. */
export const openApiPath = join(import.meta.dirname, '../../openapi.json');

export async function startHttp({
  settings,
  log,
  engine,
  stops,
  checkResponses,
  member,
}: HttpOptions): Promise<string> {
  const readOpenApi = () => readFile(openApiPath, 'utf8');
  const { metrics, logs } = engine.spine;
  const app = buildHttpServer({
    routes: [
      ...engine.areas.routes,
      ...systemRoutes({
        checkReadiness: () => checkReadiness(engine),
        metricsText: (accept) => metrics.text(accept),
        readOpenApi,
      }),
    ],
    authenticator: engine.authenticator,
    rateLimiter: engine.rateLimiter,
    clock: engine.clock,
    reach: {
      environment:
        'the contracts of that environment, the events catalogue, its sessions and GET /v1/organization',
      portal: 'one webhook subscription',
    },
    idempotency: engine.idempotency,
    requestBook: engine.requestBook,
    trustedProxies: settings.TRUSTED_PROXIES,
    reads: engine.reads,
    corsOrigins: settings.CORS_ALLOWED_ORIGINS,
    log,
    observer: metrics,
    tracing: engine.tracing,
    checkResponses,
    lingerMs: member === undefined ? 0 : LINGER_MS,
    // Deliveries may use half of the file limit, or an eighth when idle; the database and files need the rest.
    maxConnections: Math.max(MIN_CONNECTIONS, Math.floor((openFilesLimit() * 3) / 8)),
  });
  registerConsolePages(app, { portalEmbedders: settings.PORTAL_EMBED_ORIGINS });
  registerDocsPage(app, readOpenApi);
  engine.areas.pages(app);
  try {
    await app.listen({ host: settings.HOST, port: settings.PORT });
  } catch (error) {
    throw new StartError(listenProblem(error as NodeJS.ErrnoException, settings), error);
  }
  let connections = 0;
  stops.add(
    'http',
    () => app.close(),
    () => `${connections} connections`,
  );
  app.server.on('connection', (socket) => {
    connections++;
    socket.once('close', () => connections--);
  });
  engine.figures.countConnections(() => connections);
  // Streams are closed first, because the server would wait for them.
  stops.add('streams', () => logs.closeFeed());
  const { address, port, family } = app.server.address() as AddressInfo;
  const reached = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  engine.areas.address.listensAt(reached);
  return reached;
}

function listenProblem(error: NodeJS.ErrnoException, { HOST, PORT }: Settings): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${PORT} on ${HOST} is taken. Set PORT to another one, such as PORT=8081 npm start.`;
  if (error.code === 'EACCES') return `Port ${PORT} needs more rights. Set PORT to one above 1023.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return `HOST ${HOST} is not an address of this machine. Set HOST to 127.0.0.1, or 0.0.0.0 for all.`;
  }
  return `Listening on ${HOST}:${PORT} failed: ${error.message}`;
}

const READINESS_TIMEOUT_MS = 2_000;

async function checkReadiness({ pool }: Engine): Promise<Readiness> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it did not answer in time')), READINESS_TIMEOUT_MS);
  });
  try {
    const pending = await Promise.race([pendingMigrations(pool, readOwnMigrations()), tooLate]);
    const migrations = pending.length === 0 ? 'ok' : `${pending.length} not applied; run the command migrate`;
    return { ready: pending.length === 0, parts: { database: 'ok', migrations } };
  } catch {
    return { ready: false, parts: { database: 'away', migrations: 'unknown' } };
  } finally {
    clearTimeout(timer);
  }
}
