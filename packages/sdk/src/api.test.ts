import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatApi } from '../scripts/format-api.ts';

test('the types match the committed OpenAPI document (run `npm run docs` to update them)', async () => {
  const root = join(import.meta.dirname, '../../..');
  const document = JSON.parse(await readFile(join(root, 'packages/server/openapi.json'), 'utf8'));
  const generated = await readFile(join(import.meta.dirname, 'api.generated.ts'), 'utf8');
  expect(generated === formatApi(document)).toBe(true);
});
