import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { required } from '../../kit/required.ts';
import { type ApiDocument, operationsOf } from './openapi-document.ts';
import { samplesOf } from './operation-samples.ts';

const document: ApiDocument = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8'),
);
const sampleOf = (id: string) =>
  samplesOf(
    required(
      operationsOf(document).find(({ operationId }) => operationId === id),
      id,
    ),
  );
const curlOf = (id: string) => sampleOf(id).curl;

describe('the curl sample of an operation', () => {
  test('has only one idempotency key: the one in the body if its example has one', () => {
    expect(curlOf('queueCommunication')).toContain('"idempotency_key"');
    expect(curlOf('queueCommunication')).not.toContain('Idempotency-Key');
    expect(curlOf('bookMeeting')).toContain('-H "Idempotency-Key: $(openssl rand -hex 16)"');
  });
});

test('the TypeScript sample of an operation keeps the answer if there is one', () => {
  expect(sampleOf('getUser').typescript).toMatch(/^const answer = await trivium\.api\.getUser\(/);
  expect(sampleOf('deleteFindingSuppression').typescript).toMatch(/^await trivium\.api\./);
});
