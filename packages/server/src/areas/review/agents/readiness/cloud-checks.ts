import {
  atTop,
  type CheckRule,
  fail,
  findInCode,
  findingsOf,
  hasInCode,
  isService,
  notApplicable,
  partial,
  pass,
  type ReadinessFacts,
} from './check.ts';
import { dockerfilesOf, finalStage, locked } from './facts.ts';
import type { FactorRule } from './score-checklist.ts';

const anyStage = (facts: ReadinessFacts, pattern: RegExp) =>
  dockerfilesOf(facts).flatMap(({ path, text }) => {
    const at = text.search(pattern);
    return at < 0 ? [] : [{ file: path, line: text.slice(0, at).split('\n').length }];
  });

const containerization: CheckRule[] = [
  {
    id: 'dockerfile',
    weight: 3,
    effort: 'S',
    recommendation: 'Add a Dockerfile that builds and runs the application.',
    judge: (facts) =>
      facts.configs('dockerfile').length > 0 ? pass(atTop(facts.configs('dockerfile'))) : fail(),
  },
  {
    id: 'multi_stage',
    weight: 2,
    effort: 'S',
    recommendation: 'Build in one stage and copy only the result into a small final stage.',
    judge: (facts) => {
      const all = dockerfilesOf(facts);
      if (all.length === 0) return fail();
      const staged = all.filter(({ text }) => (text.match(/^\s*FROM\s/gim) ?? []).length > 1);
      return staged.length === all.length
        ? pass(atTop(staged.map((one) => one.path)))
        : staged.length > 0
          ? partial()
          : fail(atTop(all.map((one) => one.path)));
    },
  },
  {
    id: 'non_root',
    weight: 2,
    effort: 'S',
    recommendation: 'Add USER with an account that is not root to the final stage.',
    judge: (facts) => {
      const all = dockerfilesOf(facts);
      if (all.length === 0) return fail();
      const good = all.filter(
        ({ text }) =>
          /^\s*USER\s+(?!root\b|0\b)\S+/im.test(finalStage(text)) ||
          /nonroot|distroless.*nonroot/i.test(finalStage(text)),
      );
      return good.length === all.length
        ? pass(atTop(good.map((one) => one.path)))
        : good.length > 0
          ? partial()
          : fail(atTop(all.map((one) => one.path)));
    },
  },
  {
    id: 'pinned_base',
    weight: 2,
    effort: 'S',
    recommendation: 'Name base images by an exact version or digest, not by latest.',
    judge: (facts) => {
      const all = dockerfilesOf(facts);
      if (all.length === 0) return fail();
      const loose = anyStage(
        facts,
        /^\s*FROM\s+(?:--\S+\s+)*(?!scratch\b|\$)[^\s:@]+(?::latest)?\s*(?:$|\s+AS\b)/im,
      );
      return loose.length === 0 ? pass() : fail(loose);
    },
  },
  {
    id: 'dockerignore',
    weight: 1,
    effort: 'S',
    recommendation: 'Add a .dockerignore that leaves .git, dependencies and local settings out.',
    judge: (facts) =>
      facts.configs('dockerignore').length > 0
        ? pass(atTop(facts.configs('dockerignore')))
        : facts.configs('dockerfile').length > 0
          ? fail()
          : notApplicable,
  },
  {
    id: 'healthcheck',
    weight: 1,
    effort: 'S',
    recommendation: 'Add HEALTHCHECK, or probes where the container runs.',
    judge: (facts) => {
      if (facts.configs('dockerfile').length === 0) return notApplicable;
      const places = anyStage(facts, /^\s*HEALTHCHECK\s+(?!NONE)/im);
      const probes = facts
        .configs('kubernetes')
        .filter((path) => /(?:liveness|readiness)Probe/.test(facts.files.text(path) ?? ''));
      const composed = facts
        .configs('compose')
        .filter((path) => /healthcheck:/.test(facts.files.text(path) ?? ''));
      return places.length > 0
        ? pass(places)
        : probes.length + composed.length > 0
          ? pass(atTop([...probes, ...composed]))
          : fail();
    },
  },
  {
    id: 'no_secrets_in_image',
    weight: 2,
    effort: 'S',
    recommendation:
      'Take secrets out of the image: mount them at build time, read them from the environment at run time.',
    judge: (facts) => {
      if (facts.configs('dockerfile').length === 0) return notApplicable;
      const found = facts.findings.filter(
        (one) =>
          (one.source === 'secrets' && facts.configs('dockerfile').includes(one.file)) ||
          one.ruleId === 'docker/secret-in-image',
      );
      return found.length === 0 ? pass() : fail(found.map((one) => ({ file: one.file, line: one.line })));
    },
  },
  {
    id: 'small_context',
    weight: 1,
    effort: 'S',
    recommendation:
      'Copy the files that are needed by name, manifests before sources, instead of everything at once.',
    judge: (facts) => {
      const all = dockerfilesOf(facts);
      if (all.length === 0) return notApplicable;
      const wide = all.filter(({ text }) => /^\s*(?:COPY|ADD)\s+(?:--\S+\s+)*\.\/?\s+\S+/im.test(text));
      if (wide.length === 0) return pass();
      return facts.configs('dockerignore').length > 0 ? pass() : fail(atTop(wide.map((one) => one.path)));
    },
  },
];

const environment =
  /\bprocess\.env\b|\bos\.(?:environ|getenv)\b|\bSystem\.getenv\b|\bos\.Getenv\b|@Value\s*\(|\bEnvironment\.GetEnvironmentVariable\b|\bgetenv\s*\(|\bENV\s*\[|\bENV\.fetch\b|\benv::var\b|\bIConfiguration\b|\bviper\.|import\.meta\.env|\$_ENV\b|@ConfigurationProperties/;

const twelveFactor: CheckRule[] = [
  {
    id: 'codebase',
    weight: 1,
    effort: 'S',
    recommendation: 'Keep the sources and their manifest in one repository with a .gitignore.',
    judge: (facts) =>
      facts.dependencies.manifests.length > 0 ? pass(atTop(facts.dependencies.manifests)) : fail(),
  },
  {
    id: 'dependencies_declared',
    weight: 1,
    effort: 'S',
    recommendation: 'Declare every dependency in the manifest of the language.',
    judge: (facts) =>
      facts.dependencies.manifests.length + facts.dependencies.lockfiles.length > 0
        ? pass(atTop(facts.dependencies.manifests))
        : fail(),
  },
  {
    id: 'dependencies_locked',
    weight: 1,
    effort: 'S',
    recommendation: 'Commit a lockfile, so that every build takes the same releases.',
    judge: locked,
  },
  {
    id: 'config_in_environment',
    weight: 1,
    effort: 'M',
    recommendation: 'Read what differs between deployments from the environment.',
    judge: (facts) => {
      const places = findInCode(facts, environment);
      const literal = findingsOf(facts, /^secrets\/(?!weak)/);
      if (places.length === 0) return fail();
      return literal.length > 0 ? partial([...places.slice(0, 2), ...literal]) : pass(places);
    },
  },
  {
    id: 'backing_services_by_address',
    weight: 1,
    effort: 'M',
    recommendation: 'Take the addresses of databases, queues and services from settings.',
    judge: (facts) => {
      const fixed = findInCode(
        facts,
        /["'`](?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|amqp|kafka|jdbc:\w+):\/\/(?!\$\{|\$|%|\{)[\w.-]+[^"'`]*["'`]/,
      );
      const used = findInCode(
        facts,
        /postgres|mysql|mongodb|redis|amqp|kafka|jdbc:|DataSource|createConnection|createPool|sqlalchemy|gorm|DbContext|mongoose|prisma/i,
      );
      if (used.length === 0) return notApplicable;
      return fixed.length === 0 ? pass(used.slice(0, 2)) : fail(fixed);
    },
  },
  {
    id: 'build_release_run',
    weight: 1,
    effort: 'M',
    recommendation: 'Let a pipeline build once and deploy what it built.',
    judge: (facts) => (facts.configs('ci').length > 0 ? pass(atTop(facts.configs('ci'))) : fail()),
  },
  {
    id: 'stateless_processes',
    weight: 1,
    effort: 'L',
    recommendation: 'Keep sessions and files outside the process.',
    judge: (facts) => {
      const state = [...inMemorySession(facts), ...localWrites(facts)];
      return state.length === 0 ? pass() : state.length === 1 ? partial(state) : fail(state.slice(0, 5));
    },
  },
  {
    id: 'port_binding',
    weight: 1,
    effort: 'S',
    recommendation: 'Take the port from the environment.',
    judge: (facts) => {
      if (!isService(facts)) return notApplicable;
      const places = findInCode(
        facts,
        /(?:process\.env|os\.environ|getenv|Getenv|env::var|ENV)[\w.(["']*\s*["']?(?:\w*_)?PORT\b|\bserver\.port\s*[=:]\s*\$\{|--port|\bPORT\b["']?\s*[,)\]]|settings\.PORT|config\.port/i,
      );
      const frameworks = findInCode(facts, /@SpringBootApplication|WebApplication\.CreateBuilder/);
      return places.length > 0 ? pass(places) : frameworks.length > 0 ? pass(frameworks) : fail();
    },
  },
  {
    id: 'concurrency',
    weight: 1,
    effort: 'M',
    recommendation: 'Let the platform run several processes: declare replicas or process types.',
    judge: (facts) => {
      const paths = [
        ...facts.configs('kubernetes'),
        ...facts.configs('helm'),
        ...facts.configs('compose'),
      ].filter((path) => /replicas|HorizontalPodAutoscaler|scale:/.test(facts.files.text(path) ?? ''));
      if (paths.length > 0) return pass(atTop(paths));
      return facts.files.get('Procfile')
        ? pass([{ file: 'Procfile', line: 1 }])
        : findInCode(facts, /\bcluster\.fork\b|workers?\s*=\s*|availableParallelism/).length > 0
          ? partial()
          : isService(facts)
            ? fail()
            : notApplicable;
    },
  },
  {
    id: 'disposability',
    weight: 1,
    effort: 'S',
    recommendation: 'On SIGTERM stop taking requests, finish those under way and leave.',
    judge: gracefulStop,
  },
  {
    id: 'parity',
    weight: 1,
    effort: 'M',
    recommendation: 'Run the same services in development as in production, for example with compose.',
    judge: (facts) => {
      const paths = [
        ...facts.configs('compose'),
        ...facts.index.files
          .map((file) => file.path)
          .filter((path) => /(?:^|\/)\.devcontainer\/|Vagrantfile|Tiltfile|skaffold\.ya?ml$/.test(path)),
      ];
      return paths.length > 0 ? pass(atTop(paths)) : fail();
    },
  },
  {
    id: 'logs_to_stdout',
    weight: 1,
    effort: 'S',
    recommendation: 'Write logs to standard output and leave files to the platform.',
    judge: (facts) => {
      const toFile = findInCode(
        facts,
        /\btransports\.File\b|\bFileHandler\s*\(|RotatingFileHandler|RollingFileAppender|createWriteStream\s*\([^)]*\.log|lumberjack\.Logger|WriteTo\.File/,
      );
      return toFile.length === 0 ? pass() : partial(toFile);
    },
  },
  {
    id: 'admin_processes',
    weight: 1,
    effort: 'S',
    recommendation: 'Keep migrations and other one-off tasks as commands in the repository.',
    judge: (facts) => {
      const paths = facts.index.files
        .map((file) => file.path)
        .filter((path) =>
          /(?:^|\/)(?:migrations?|migrate|db\/migrate|alembic|prisma|scripts|bin|cmd|Makefile|Rakefile|manage\.py|justfile)(?:\/|$)/i.test(
            path,
          ),
        );
      return paths.length > 0 ? pass(atTop(paths)) : fail();
    },
  },
];

export function gracefulStop(facts: ReadinessFacts) {
  if (!isService(facts)) return notApplicable;
  const places = findInCode(
    facts,
    /SIGTERM|signal\.Notify|signal\.signal\s*\(|addShutdownHook|@PreDestroy|graceful[_-]?shutdown|enableShutdownHooks|with_graceful_shutdown|IHostApplicationLifetime|closeWithGrace|terminus|server\.shutdown\s*[:=]\s*graceful|lifespan|on_shutdown/i,
  );
  return places.length > 0 ? pass(places) : fail();
}

function inMemorySession(facts: ReadinessFacts) {
  return findInCode(
    facts,
    /\bMemoryStore\b|\b(?:express-)?session\s*\(\s*\{(?![^}]*\bstore\b)[^}]*\bsecret\b/,
  ).slice(0, 2);
}

function localWrites(facts: ReadinessFacts) {
  return findInCode(
    facts,
    /\bmulter\.diskStorage\b|\bdest\s*:\s*['"]\.?\/?(?:uploads?|tmp|public)|\bmove_uploaded_file\b|\.save\s*\(\s*os\.path\.join|MEDIA_ROOT\s*=|sqlite:\/\/\/|sqlite3\.connect\s*\(\s*["'](?!:memory)|new\s+Database\s*\(\s*['"][^'":]+\.(?:db|sqlite)/,
  ).slice(0, 3);
}

const statelessness: CheckRule[] = [
  {
    id: 'no_local_disk_state',
    weight: 3,
    effort: 'L',
    recommendation: 'Keep data in a database or object store instead of files beside the process.',
    judge: (facts) => {
      const places = localWrites(facts);
      return places.length === 0 ? pass() : places.length === 1 ? partial(places) : fail(places);
    },
  },
  {
    id: 'no_in_memory_session',
    weight: 3,
    effort: 'M',
    recommendation: 'Give the session a shared store, or carry it in a signed token.',
    judge: (facts) => {
      const places = inMemorySession(facts);
      return places.length === 0 ? pass() : fail(places);
    },
  },
  {
    id: 'no_request_state_in_modules',
    weight: 2,
    effort: 'M',
    recommendation: 'Move what requests change out of module variables, into a store or the request.',
    judge: (facts) => {
      const found = findingsOf(facts, /^reliability\/shared-request-state$/);
      return found.length === 0 ? pass() : found.length <= 2 ? partial(found) : fail(found);
    },
  },
  {
    id: 'uploads_leave_the_node',
    weight: 2,
    effort: 'M',
    recommendation: 'Stream uploads to an object store, so that any node can read them.',
    judge: (facts) => {
      const uploads = findInCode(
        facts,
        /\bmulter\b|\bbusboy\b|\bformidable\b|MultipartFile|UploadFile|request\.files|FormFile|IFormFile|move_uploaded_file|ActiveStorage/,
      );
      if (uploads.length === 0) return notApplicable;
      const away = findInCode(
        facts,
        /S3Client|aws-sdk|@aws-sdk|boto3|minio|BlobServiceClient|google-cloud\/storage|storage\.Client|multer-s3|GridFS|s3\.upload/i,
      );
      return away.length > 0 ? pass(away) : fail(uploads);
    },
  },
];

const observability: CheckRule[] = [
  {
    id: 'health_route',
    weight: 2,
    effort: 'S',
    recommendation: 'Add a route that tells whether the process is alive.',
    judge: healthRoute,
  },
  {
    id: 'readiness_route',
    weight: 1,
    effort: 'S',
    recommendation: 'Add a route that tells whether the process can serve: its database and queues answer.',
    judge: readinessRoute,
  },
  {
    id: 'structured_logs',
    weight: 2,
    effort: 'S',
    recommendation: 'Log lines of JSON with a level and fields.',
    judge: hasInCode(
      /\bpino\b|\bwinston\b|\bbunyan\b|structlog|python-json-logger|jsonlogger|\bslog\.|\bzap\.|zerolog|logrus|LogstashEncoder|Serilog|tracing_subscriber|monolog|lograge|LoggerFactory|ILogger</,
    ),
  },
  {
    id: 'metrics',
    weight: 2,
    effort: 'M',
    recommendation: 'Expose metrics, for example for Prometheus.',
    judge: hasInCode(
      /prom-client|prometheus|micrometer|statsd|@opentelemetry\/sdk-metrics|metrics\.NewRegistry|opentelemetry\.metrics|app\.metrics|datadog/i,
    ),
  },
  {
    id: 'tracing',
    weight: 1,
    effort: 'M',
    recommendation: 'Trace requests with OpenTelemetry.',
    judge: hasInCode(
      /opentelemetry|@opentelemetry|jaeger|zipkin|dd-trace|ddtrace|spring-cloud-sleuth|micrometer-tracing|elastic-apm/i,
    ),
  },
  {
    id: 'request_id',
    weight: 1,
    effort: 'S',
    recommendation: 'Give each request an id, log it and pass it on.',
    judge: hasInCode(
      /x-request-id|x-correlation-id|request[_-]?id|requestId|correlationId|correlation_id|traceparent|MDC\.put/i,
    ),
  },
  {
    id: 'error_capture',
    weight: 1,
    effort: 'S',
    recommendation: 'Handle errors in one place that logs them, and watch for those that nobody handles.',
    judge: hasInCode(
      /sentry|rollbar|bugsnag|unhandledRejection|uncaughtException|@ControllerAdvice|setErrorHandler|app\.use\s*\(\s*(?:async\s*)?\(\s*err|errorhandler|exception_handler|UseExceptionHandler|recover\s*\(\s*\)|panic::set_hook|rescue_from/i,
    ),
  },
];

export function healthRoute(facts: ReadinessFacts) {
  if (!isService(facts)) return notApplicable;
  const routes = facts.index.routes
    .filter((route) => /health|livez|alive|ping|status|heartbeat/i.test(route.path))
    .map((route) => ({ file: route.file, line: route.line }));
  if (routes.length > 0) return pass(routes.slice(0, 5));
  const places = findInCode(
    facts,
    /["'`]\/?(?:[\w/-]*\/)?(?:health(?:z|check)?|livez?|liveness|alive|ping|heartbeat)["'`]|spring-boot-starter-actuator|MapHealthChecks|actuator/i,
  );
  return places.length > 0 ? pass(places) : fail();
}

export function readinessRoute(facts: ReadinessFacts) {
  if (!isService(facts)) return notApplicable;
  const places = findInCode(
    facts,
    /["'`]\/?(?:[\w/-]*\/)?(?:readyz?|readiness)["'`]|actuator|readinessProbe|MapHealthChecks/i,
  );
  const probes = facts
    .configs('kubernetes')
    .filter((path) => /readinessProbe/.test(facts.files.text(path) ?? ''));
  return places.length > 0 ? pass(places) : probes.length > 0 ? pass(atTop(probes)) : fail();
}

export const cloudFactors: readonly FactorRule[] = [
  { name: 'containerization', weight: 0.25, checks: containerization },
  { name: 'twelve_factor', weight: 0.3, checks: twelveFactor },
  { name: 'statelessness', weight: 0.2, checks: statelessness },
  { name: 'observability', weight: 0.25, checks: observability },
];
