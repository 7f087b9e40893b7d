import { operations } from '../../../../sdk/src/api.generated.ts';

interface Row {
  method: string;
  path: string;
}

const rows = Object.entries(operations as unknown as Record<string, Row>);

/** A path of the API document, `/v1/keys/{id}`, as requests tell it: `/v1/keys/:id`. */
const routeOf = ({ path }: Row) => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** The paths of the API, each once. */
export const routes = [...new Set(rows.map(([, row]) => routeOf(row)))].sort();

/** The operation that serves a method and a path, as `updateKey`; undefined for what is no operation of the API. */
export function operationOf(method: string, route: string): string | undefined {
  const asked = method === 'HEAD' ? 'GET' : method;
  return rows.find(([, row]) => row.method === asked && routeOf(row) === route)?.[0];
}
