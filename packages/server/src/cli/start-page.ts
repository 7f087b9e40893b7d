import type { Service } from '../app/start-service.ts';

/**
 * Prints the result of a start: one line for each running part; at the first start also the key and a first request.
 */
export function printStartPage({
  address,
  parts,
  firstKey,
}: Pick<Service, 'address' | 'parts' | 'firstKey'>): void {
  const lines = parts.map(({ name, detail }) => `  ${name.padEnd(10)} ${detail}`);
  process.stdout.write(`Trivium is up at ${address}\n${lines.join('\n')}\n`);
  if (firstKey !== undefined) process.stdout.write(firstSteps(address, firstKey));
}

function firstSteps(address: string, key: string): string {
  return `
Your first API key, shown this once:

  ${key}

Publish an event:

  curl -sS ${address}/v1/events \\
    -H 'Authorization: Bearer ${key}' \\
    -H 'Content-Type: application/json' \\
    -d '{"type":"order.created","source":"my-shop","data":{"order_id":"1001","total":59.9}}'

See everything in a minute, from another terminal: npm run tour
Guides, and what every error, event, setting and limit means: ${address}/docs/guides

`;
}
