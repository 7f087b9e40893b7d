import { operations } from '../../../../sdk/src/api.generated.ts';

interface Row {
  method: string;
  path: string;
}

const rows = Object.entries(operations as unknown as Record<string, Row>);

/** Converts a path of the API document, `/v1/keys/{id}`, to the form in request logs: `/v1/keys/:id`. */
const routeOf = ({ path }: Row) => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** The API's paths, without duplicates. */
export const routes = [...new Set(rows.map(([, row]) => routeOf(row)))].sort();

/**
 * The operation for a method and path, such as `updateKey`; undefined for anything that is not an API
 * operation.
 */
export function operationOf(method: string, route: string): string | undefined {
  const asked = method === 'HEAD' ? 'GET' : method;
  return rows.find(([, row]) => row.method === asked && routeOf(row) === route)?.[0];
}
