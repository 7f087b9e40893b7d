import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { required } from '../../kit/required.ts';
import { type ApiDocument, operationsOf } from './openapi-document.ts';
import { samplesOf } from './operation-samples.ts';

const document: ApiDocument = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8'),
);
const curlOf = (id: string) =>
  samplesOf(
    required(
      operationsOf(document).find(({ operationId }) => operationId === id),
      id,
    ),
  ).curl;

describe('the curl of an operation', () => {
  test('has one idempotency key: that of the body where its example has one', () => {
    expect(curlOf('queueCommunication')).toContain('"idempotency_key"');
    expect(curlOf('queueCommunication')).not.toContain('Idempotency-Key');
    expect(curlOf('bookMeeting')).toContain('-H "Idempotency-Key: $(uuidgen)"');
  });
});
