import { type ErrorCode, errorDocsPath } from '../../kit/errors/index.ts';
import { type AnyRoute, errorCodesOf } from '../../kit/http/index.ts';
import { describedRoutes } from '../describe-api.ts';
import { errorCatalog } from '../error-catalog.ts';
import { recordCodes } from './record-codes.ts';
import { jsonBlock, lazyPage, operationName, type ReferencePage, table } from './reference-page.ts';

const codes = Object.keys(errorCatalog) as ErrorCode[];
const EXAMPLE_ID = 'req_01a1fe7a7fba77c0be75709b0037def8';

/** The list of all error codes, and a page for each. */
export function errorPages(): ReferencePage[] {
  const routes = describedRoutes();
  const byCode = operationsByCode(routes);
  return [
    lazyPage('errors', 'Errors', listText),
    ...codes.map((code) =>
      lazyPage(`errors/${code}`, `\`${code}\``, () => pageText(code, byCode.get(code) ?? [], routes.length)),
    ),
    ...Object.entries(recordCodes).map(([code, { record, meaning, cure }]) =>
      lazyPage(
        `errors/${code}`,
        `\`${code}\``,
        () =>
          `**Of a record: ${record}.** ${meaning}\n\n## What to do\n${cure}\n\nAll codes: [Errors](../errors.md).`,
      ),
    ),
  ];
}

function operationsByCode(routes: readonly AnyRoute[]): Map<ErrorCode, AnyRoute[]> {
  const byCode = new Map<ErrorCode, AnyRoute[]>();
  for (const route of routes) {
    for (const code of errorCodesOf(route)) byCode.set(code, [...(byCode.get(code) ?? []), route]);
  }
  return byCode;
}

function listText(): string {
  const rows = codes
    .toSorted((a, b) => errorCatalog[a].status - errorCatalog[b].status)
    .map((code) => [
      `[\`${code}\`](errors/${code}.md)`,
      String(errorCatalog[code].status),
      errorCatalog[code].meaning,
      errorCatalog[code].cure,
    ]);
  const recordRows = Object.entries(recordCodes).map(([code, { record, meaning, cure }]) => [
    `[\`${code}\`](errors/${code}.md)`,
    record,
    meaning,
    cure,
  ]);
  return `
Every refusal of every route has this body. Its \`request_id\` is in the header \`X-Request-Id\` too:

${jsonBlock(exampleOf('missing_required_field', '`source` is required. Add it to the body.', 'source'))}

\`field\` is there when one field, parameter or header is wrong (\`data.items.3.name\`). \`details.doc_url\` is the
address of the code's page in the service. \`details\` may hold more. Codes are stable; messages are for people and may
change.

${table(['Code', 'Status', 'Meaning', 'What to do'], rows)}

## In records
Work that continues after the answer can fail too. Its record then shows one of these codes, or one from above:

${table(['Code', 'Record', 'Meaning', 'What to do'], recordRows)}
`;
}

function exampleOf(code: ErrorCode, message: string, field?: string): object {
  return {
    error: {
      code,
      message,
      ...(field !== undefined && { field }),
      request_id: EXAMPLE_ID,
      details: { doc_url: errorDocsPath(code) },
    },
  };
}

/** `all` is the number of operations. */
function pageText(code: ErrorCode, routes: readonly AnyRoute[], all: number): string {
  const { status, meaning, cure, details: fields = {} } = errorCatalog[code];
  const details = Object.entries(fields);
  return `
**Status ${status}.** ${meaning}

## What to do
${cure}

${retryText(code, status)}

## How it looks
${jsonBlock(exampleOf(code, meaning))}

The message of an answer says more: what exactly is wrong with the request, and what to do. The \`request_id\` finds
the request in the log of the service.
${
  details.length === 0
    ? ''
    : `\nIts \`details\` also hold:\n\n${table(
        ['Field', 'Meaning'],
        details.map(([name, about]) => [`\`${name}\``, about]),
      )}\n`
}
## Where it comes from
${routes.length === 0 ? 'Not from one operation, but from the connection or the path of a request.' : sourcesText(routes, all)}

All codes: [Errors](../errors.md).
`;
}

function sourcesText(routes: readonly AnyRoute[], all: number): string {
  if (routes.length > all / 2) return `${routes.length} of the ${all} operations of the API.`;
  return routes.map((route) => `- ${operationName(route)}: ${route.summary}`).join('\n');
}

/** Whether the same request may succeed later. */
function retryText(code: ErrorCode, status: number): string {
  const isPassing = status === 429 || status === 503 || status === 408;
  if (isPassing) {
    return 'The same request may succeed later. Send it with an `Idempotency-Key`, so that nothing is done twice; the SDK repeats it by itself.';
  }
  if (status === 504 || code === 'internal_error') {
    return 'The same request may succeed later, with an `Idempotency-Key`, so that nothing is done twice.';
  }
  return 'Sending the same request again changes nothing until its cause is gone.';
}
