// Writes src/api.generated.ts from the OpenAPI document: `node packages/sdk/scripts/generate.ts [openapi.json]`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatApi, type OpenApiDocument } from './format-api.ts';

const root = join(import.meta.dirname, '../../..');
const source = process.argv[2] ?? join(root, 'packages/server/openapi.json');
const document = JSON.parse(readFileSync(source, 'utf8')) as OpenApiDocument;
writeFileSync(join(import.meta.dirname, '../src/api.generated.ts'), formatApi(document));
