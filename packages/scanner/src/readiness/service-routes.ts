import { atTop, fail, findInCode, isService, notApplicable, pass, type ReadinessFacts } from './check.ts';

export function gracefulStop(facts: ReadinessFacts) {
  if (!isService(facts)) return notApplicable;
  const places = findInCode(
    facts,
    /SIGTERM|signal\.Notify|signal\.signal\s*\(|addShutdownHook|@PreDestroy|graceful[_-]?shutdown|enableShutdownHooks|with_graceful_shutdown|IHostApplicationLifetime|closeWithGrace|terminus|server\.shutdown\s*[:=]\s*graceful|lifespan|on_shutdown/i,
  );
  return places.length > 0 ? pass(places) : fail();
}

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
