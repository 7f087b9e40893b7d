import type { AnyRoute } from './route.ts';

/** Which methods a concrete path takes; for telling 405 from 404. */
export function methodsByPath(routes: readonly AnyRoute[]): (path: string) => string[] {
  const patterns = routes.map((route) => ({
    method: route.method,
    regex: new RegExp(
      `^${route.path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')}$`,
    ),
  }));
  return (path) => [...new Set(patterns.filter(({ regex }) => regex.test(path)).map(({ method }) => method))];
}
