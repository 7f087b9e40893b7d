import {
  type CheckRule,
  fail,
  findInCode,
  findingsOf,
  hasInCode,
  notApplicable,
  partial,
  pass,
} from './check.ts';
import { containerization } from './containerization-checks.ts';
import { inMemorySession, localWrites } from './process-state.ts';
import type { FactorRule } from './score-checklist.ts';
import { healthRoute, readinessRoute } from './service-routes.ts';
import { twelveFactor } from './twelve-factor-checks.ts';

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
    recommendation: 'Keep the session in a shared store, or carry it in a signed token.',
    judge: (facts) => {
      const places = inMemorySession(facts);
      return places.length === 0 ? pass() : fail(places);
    },
  },
  {
    id: 'no_request_state_in_modules',
    weight: 2,
    effort: 'M',
    recommendation: 'Move data that requests change out of module variables, into a store or the request.',
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
    recommendation: 'Add a route that reports whether the process is alive.',
    judge: healthRoute,
  },
  {
    id: 'readiness_route',
    weight: 1,
    effort: 'S',
    recommendation: 'Add a route that reports whether the process is ready: its database and queues answer.',
    judge: readinessRoute,
  },
  {
    id: 'structured_logs',
    weight: 2,
    effort: 'S',
    recommendation: 'Log JSON lines with a level and fields.',
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
    recommendation: 'Handle errors in one place that logs them, and listen for those that nobody handles.',
    judge: hasInCode(
      /sentry|rollbar|bugsnag|unhandledRejection|uncaughtException|@ControllerAdvice|setErrorHandler|app\.use\s*\(\s*(?:async\s*)?\(\s*err|errorhandler|exception_handler|UseExceptionHandler|recover\s*\(\s*\)|panic::set_hook|rescue_from/i,
    ),
  },
];

export const cloudFactors: readonly FactorRule[] = [
  { name: 'containerization', weight: 0.25, checks: containerization },
  { name: 'twelve_factor', weight: 0.3, checks: twelveFactor },
  { name: 'statelessness', weight: 0.2, checks: statelessness },
  { name: 'observability', weight: 0.25, checks: observability },
];
