import { parse as parseYaml } from 'yaml';
import { auxiliaryPath } from '../read/files/aside-paths.ts';
import { asObject } from '../read/json-values.ts';
import { defineAgent } from '../rules/agent-run.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import { qualityDraft } from '../rules/quality-draft.ts';
import type { AgentInput } from '../types/agent.ts';
import type { RouteFact } from '../types/file-facts.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Compares routes with each other and with the API description. */
export const apiContractAgent = defineAgent({
  id: 'architecture.api-contract',
  category: 'architecture',
  program: (input) => {
    const routes = input.index.routes.filter((route) => !auxiliaryPath.test(route.file));
    if (routes.length === 0) return { drafts: [], nothingToCheck: true };
    return {
      drafts: [...doubleRoutes(routes, input), ...changingGets(routes, input), ...drift(routes, input)],
    };
  },
});

const normal = (path: string) =>
  `/${path}`
    .replace(/\/{2,}/g, '/')
    .replace(/:(\w+)(?:\([^)]{0,200}\))?\??|<(?:\w+:)?\w+>|\{[^}]{0,200}\}|\*\w*/g, '{}')
    .replace(/(.)\/$/, '$1')
    .toLowerCase();

const line = (input: AgentInput, route: RouteFact) =>
  input.files.text(route.file)?.split('\n')[route.line - 1] ?? '';

/** Files whose routes may be in groups with a path prefix. */
const inGroups = /\.(?:php|rb|go|kts?|cs|rs)$/;
/** Two routers of a file may be mounted at different places. */
const routerOf = (text: string): string => /(\w+)\s*\.\s*\w+\s*\(/.exec(text)?.[1] ?? '';

function doubleRoutes(routes: readonly RouteFact[], input: AgentInput): FindingDraft[] {
  const seen = new Map<string, RouteFact>();
  const grouped = new Set<string>();
  for (const { file } of routes)
    if (
      inGroups.test(file) &&
      /\b(?:[gG]roup|MapGroup|[rR]oute|scope|namespace|nest)\s*[({]/.test(input.files.text(file) ?? '')
    )
      grouped.add(file);
  return routes.flatMap((route) => {
    if (grouped.has(route.file)) return [];
    // Only within a file is it certain that both are mounted at the same place.
    const key = `${route.file} ${routerOf(line(input, route))} ${route.method} ${normal(route.path)}`;
    const first = seen.get(key);
    seen.set(key, first ?? route);
    if (!first || first.line === route.line || route.method === 'ANY') return [];
    return [
      qualityDraft({
        ruleId: 'api-contract/double-route',
        subject: `${route.method} ${route.path}`,
        impact: 'weakening',
        confidence: 0.7,
        file: route.file,
        line: route.line,
        snippet: line(input, route),
        description: `It is already registered in line ${first.line}; which of the two routes answers depends on the framework's order.`,
        recommendation: 'Remove one of them.',
        sinkTokens: `${route.method} ${normal(route.path)}`,
      }),
    ];
  });
}

function changingGets(routes: readonly RouteFact[], input: AgentInput): FindingDraft[] {
  return routes.flatMap((route) => {
    const verb =
      /(?:^|\/)(?:delete|remove|destroy|purge|drop|disable|approve|transfer|pay)(?:[-_/A-Z]|$)/.exec(
        route.path,
      );
    if (route.method !== 'GET' || !verb) return [];
    return [
      qualityDraft({
        ruleId: 'api-contract/changing-get',
        subject: `GET ${route.path}`,
        impact: 'weakening',
        confidence: 0.55,
        cwe: ['CWE-650'],
        file: route.file,
        line: route.line,
        snippet: line(input, route),
        description:
          'Browsers, crawlers and caches repeat GET without asking, and another site can make them.',
        recommendation: 'Use POST, PUT or DELETE.',
        sinkTokens: `GET ${normal(route.path)}`,
      }),
    ];
  });
}

/** Routes that are missing in the API description, and described routes without code; one finding for each. */
function drift(routes: readonly RouteFact[], input: AgentInput): FindingDraft[] {
  const path = input.index.documents.find(
    (one) => one.kind === 'openapi' && !auxiliaryPath.test(one.path),
  )?.path;
  const described = path === undefined ? undefined : describedRoutes(input.files.text(path) ?? '', path);
  if (path === undefined || !described || described.size === 0) return [];
  const served = new Set(
    routes.filter((route) => route.method !== 'ANY').map((route) => `${route.method} ${normal(route.path)}`),
  );
  const missing = routes.filter(
    (route) => route.method !== 'ANY' && !hasRoute(described, `${route.method} ${normal(route.path)}`),
  );
  const unserved = [...described].filter((key) => !hasRoute(served, key));
  const drafts: FindingDraft[] = [];
  // If hardly anything matches, the description is of another service.
  const [first] = missing;
  if (first && missing.length < routes.length * 0.6) {
    drafts.push(
      qualityDraft({
        ruleId: 'api-contract/undescribed-route',
        subject: `${missing.length} routes`,
        confidence: 0.65,
        file: first.file,
        line: first.line,
        snippet: line(input, first),
        description: `${missing
          .slice(0, 5)
          .map((route) => `${route.method} ${route.path}`)
          .join(', ')}${missing.length > 5 ? ', …' : ''} are in the code and not in ${path}.`,
        recommendation: 'Describe them, or generate the description from the routes.',
        sinkTokens: 'undescribed',
      }),
    );
  }
  if (unserved.length > 0 && unserved.length < described.size * 0.6) {
    drafts.push(
      qualityDraft({
        ruleId: 'api-contract/unserved-route',
        subject: `${unserved.length} routes`,
        confidence: 0.6,
        file: path,
        line: 1,
        description: `${unserved.slice(0, 5).join(', ')}${unserved.length > 5 ? ', …' : ''}: clients that follow the description get 404.`,
        recommendation: 'Remove them from the description, or serve them.',
        sinkTokens: 'unserved',
      }),
    );
  }
  return drafts;
}

/** Whether a set has a route. The base path of a router is not always known, so the ends of paths are compared. */
function hasRoute(set: ReadonlySet<string>, key: string): boolean {
  const [method = '', tail = ''] = key.split(' ');
  return [...set].some(
    (one) =>
      one === key ||
      (one.startsWith(`${method} `) &&
        tail !== '/' &&
        (one.endsWith(tail) || key.endsWith(one.slice(method.length + 1)))),
  );
}

function describedRoutes(text: string, path: string): Set<string> | undefined {
  if (text.length > 2_097_152) return undefined;
  try {
    const document = asObject(path.endsWith('.json') ? JSON.parse(text) : parseYaml(text));
    const found = new Set<string>();
    for (const [route, operations] of Object.entries(asObject(document.paths))) {
      for (const method of Object.keys(asObject(operations))) {
        if (methods.includes(method)) found.add(`${method.toUpperCase()} ${normal(route)}`);
      }
    }
    return found;
  } catch {
    return undefined;
  }
}
