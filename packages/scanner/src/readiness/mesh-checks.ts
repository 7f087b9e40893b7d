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
  withoutFindings,
} from './check.ts';
import type { FactorRule } from './score-checklist.ts';
import { gracefulStop, healthRoute, readinessRoute } from './service-routes.ts';

const outbound =
  /\bfetch\s*\(|\baxios\b|\bundici\b|\bgot\s*\(|requests\.(?:get|post|put|delete|request)|httpx\.|aiohttp\.ClientSession|RestTemplate|WebClient|HttpClient|http\.(?:Get|Post|NewRequest|Client)|reqwest|Faraday|Net::HTTP|GuzzleHttp|curl_exec|grpc/;

const callsOtherServices = (facts: ReadinessFacts) => findInCode(facts, outbound).length > 0;

const contract: CheckRule[] = [
  {
    id: 'api_description',
    weight: 3,
    effort: 'M',
    recommendation: 'Describe the interface in OpenAPI, protobuf, GraphQL or AsyncAPI.',
    judge: (facts) => {
      const paths = (['openapi', 'asyncapi', 'proto', 'graphql'] as const).flatMap((kind) =>
        facts.documents(kind),
      );
      if (paths.length > 0) return pass(atTop(paths));
      const generated = findInCode(
        facts,
        /@fastify\/swagger|swagger-jsdoc|swagger-ui|springdoc|springfox|drf-spectacular|FastAPI\s*\(|flasgger|Swashbuckle|AddOpenApi|utoipa|@nestjs\/swagger|swaggo/,
      );
      return generated.length > 0 ? pass(generated) : fail();
    },
  },
  {
    id: 'versioned',
    weight: 1,
    effort: 'S',
    recommendation: 'Put a version into the paths or a header.',
    judge: (facts) => {
      const routes = facts.index.routes.filter((route) => /\/v\d+(?:\/|$)/.test(route.path));
      if (routes.length > 0)
        return pass(routes.slice(0, 3).map((route) => ({ file: route.file, line: route.line })));
      const places = findInCode(facts, /["'`]\/(?:api\/)?v\d+(?:\/|["'`])|ApiVersion|api-version/);
      return places.length > 0
        ? pass(places)
        : facts.index.routes.length === 0 && !isService(facts)
          ? notApplicable
          : fail();
    },
  },
  {
    id: 'requests_validated',
    weight: 2,
    effort: 'M',
    recommendation: 'Validate requests against a schema before they are handled.',
    judge: hasInCode(
      /\bzod\b|\bjoi\b|\bajv\b|typebox|class-validator|express-validator|@Valid\b|pydantic|marshmallow|FluentValidation|\[Required\]|validator\.New|go-playground\/validator|ActiveModel::Validations|celebrate|superstruct|valibot|\bschema\s*:\s*\{/,
    ),
  },
];

const resilience: CheckRule[] = [
  {
    id: 'timeouts',
    weight: 2,
    effort: 'S',
    recommendation: 'Give every outgoing call a timeout.',
    judge: (facts) => {
      if (!callsOtherServices(facts)) return notApplicable;
      const bare = findingsOf(facts, /^resources\/no-timeout$/);
      const set = findInCode(
        facts,
        /AbortSignal\.timeout|\btimeout\s*[:=]\s*|setConnectTimeout|WithTimeout|Timeout\s*:|readTimeout|connectTimeout|\.timeout\s*\(/i,
      );
      return set.length > 0
        ? bare.length === 0
          ? pass(set)
          : partial(bare)
        : fail(findInCode(facts, outbound));
    },
  },
  {
    id: 'retries',
    weight: 1,
    effort: 'S',
    recommendation: 'Retry failed calls that are safe to repeat, with increasing delays.',
    judge: (facts) =>
      callsOtherServices(facts)
        ? hasInCode(
            /retry|retries|backoff|p-retry|tenacity|resilience4j|Polly|retrying|maxAttempts|axios-retry/i,
          )(facts)
        : notApplicable,
  },
  {
    id: 'circuit_breaker',
    weight: 1,
    effort: 'M',
    recommendation: 'Stop calling a service that keeps failing, for a while.',
    judge: (facts) =>
      callsOtherServices(facts)
        ? hasInCode(
            /circuit[\s_-]?breaker|opossum|cockatiel|resilience4j|hystrix|gobreaker|pybreaker|Polly/i,
          )(facts)
        : notApplicable,
  },
  {
    id: 'graceful_stop',
    weight: 2,
    effort: 'S',
    recommendation: 'On SIGTERM finish the running requests and exit.',
    judge: gracefulStop,
  },
];

const health: CheckRule[] = [
  {
    id: 'liveness',
    weight: 1,
    effort: 'S',
    recommendation: 'Add a route that reports whether the process is alive.',
    judge: healthRoute,
  },
  {
    id: 'readiness',
    weight: 1,
    effort: 'S',
    recommendation: 'Add a route that reports whether the process is ready.',
    judge: readinessRoute,
  },
];

const telemetry: CheckRule[] = [
  {
    id: 'trace_headers',
    weight: 2,
    effort: 'M',
    recommendation: 'Pass the trace headers of a request on to the calls that it causes.',
    judge: hasInCode(
      /traceparent|b3\b.{0,20}header|x-b3-|opentelemetry|@opentelemetry|propagat(?:e|or)|sleuth|micrometer-tracing|ddtrace|dd-trace/i,
    ),
  },
  {
    id: 'request_id',
    weight: 1,
    effort: 'S',
    recommendation: 'Take an id from the request or create one, log it and pass it on.',
    judge: hasInCode(/x-request-id|x-correlation-id|requestId|correlationId|request_id|correlation_id/i),
  },
  {
    id: 'metrics',
    weight: 1,
    effort: 'M',
    recommendation: 'Expose metrics of requests: number, errors, duration.',
    judge: hasInCode(/prom-client|prometheus|micrometer|statsd|opentelemetry\.metrics|sdk-metrics/i),
  },
];

const discovery: CheckRule[] = [
  {
    id: 'no_fixed_hosts',
    weight: 2,
    effort: 'S',
    recommendation: 'Read the addresses of other services from settings.',
    judge: (facts) => {
      const fixed = findInCode(
        facts,
        /["'`]https?:\/\/(?:localhost|127\.0\.0\.1|\d{1,3}(?:\.\d{1,3}){3}|[\w-]+\.(?:internal|local|svc|corp|lan)(?:\.[\w.-]+)?)(?::\d+)?(?:\/[^"'`]*)?["'`]/,
      );
      return fixed.length === 0 ? pass() : fixed.length <= 2 ? partial(fixed) : fail(fixed);
    },
  },
  {
    id: 'config_in_environment',
    weight: 2,
    effort: 'M',
    recommendation: 'Read settings from the environment.',
    judge: hasInCode(
      /\bprocess\.env\b|os\.(?:environ|getenv)|System\.getenv|os\.Getenv|@Value\s*\(|GetEnvironmentVariable|getenv\s*\(|ENV\[|ENV\.fetch|env::var|IConfiguration|viper\.|@ConfigurationProperties/,
    ),
  },
  {
    id: 'declared_for_platform',
    weight: 1,
    effort: 'M',
    recommendation: 'Describe how it is deployed: Kubernetes, Helm, compose or Terraform.',
    judge: (facts) => {
      const paths = ['kubernetes', 'helm', 'compose', 'terraform'].flatMap((kind) => facts.configs(kind));
      return paths.length > 0 ? pass(atTop(paths)) : fail();
    },
  },
];

const security: CheckRule[] = [
  {
    id: 'authentication',
    weight: 2,
    effort: 'M',
    recommendation: 'Require credentials on every route that is not public.',
    judge: (facts) => {
      if (!isService(facts)) return notApplicable;
      const open = findingsOf(facts, /^access\/unguarded-route$/);
      const places = findInCode(
        facts,
        /passport|jsonwebtoken|\bjwt\b|\bjose\b|authenticate|authorization|@PreAuthorize|@RolesAllowed|spring-boot-starter-security|login_required|Depends\s*\(\s*\w*(?:auth|user)|\[Authorize|UseAuthentication|before_action\s+:authenticate|requireAuth|isAuthenticated|api[_-]?key/i,
      );
      return places.length === 0 ? fail() : open.length > 0 ? partial(open) : pass(places);
    },
  },
  {
    id: 'tls_ready',
    weight: 1,
    effort: 'S',
    recommendation:
      'Check the certificates of the services that are called, and be ready to run behind a TLS proxy (forwarded headers).',
    judge: withoutFindings(/^transport\//),
  },
  {
    id: 'no_grave_findings',
    weight: 2,
    effort: 'M',
    recommendation: 'Fix the critical and high findings in code.',
    judge: (facts) => {
      const grave = facts.findings.filter(
        (one) => one.source === 'code' && (one.severity === 'critical' || one.severity === 'high'),
      );
      return grave.length === 0
        ? pass()
        : fail(grave.slice(0, 5).map((one) => ({ file: one.file, line: one.line })));
    },
  },
];

export const meshFactors: readonly FactorRule[] = [
  { name: 'contract', weight: 0.2, checks: contract },
  { name: 'resilience', weight: 0.2, checks: resilience },
  { name: 'health', weight: 0.15, checks: health },
  { name: 'telemetry', weight: 0.15, checks: telemetry },
  { name: 'discovery_config', weight: 0.15, checks: discovery },
  { name: 'security', weight: 0.15, checks: security },
];
