import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson, withExactNumbers } from './parse-json.ts';
import { hashRequest } from './request-hashes.ts';

async function meaningOf(text: string, asked = '/v1/things'): Promise<string> {
  const bytes = Buffer.from(text);
  const { meaning } = await hashRequest({ asked, bytes, body: withExactNumbers(parseJson(bytes)) });
  return meaning.toString('hex');
}

/** The same value with the members of each object in reverse order, and with whitespace. */
function writeOtherwise(value: unknown): string {
  if (Array.isArray(value)) return `[ ${value.map(writeOtherwise).join(' , ')}\n]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).reverse();
  return `{\t${members.map(([name, inner]) => `${JSON.stringify(name)} : ${writeOtherwise(inner)}`).join(',')} }`;
}

test('another notation means the same, and nothing else does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (one, other) => {
      const text = JSON.stringify(one);
      expect(await meaningOf(writeOtherwise(JSON.parse(text)))).toBe(await meaningOf(text));
      const isSame = (await meaningOf(JSON.stringify(other))) === (await meaningOf(text));
      expect(isSame).toBe(writeSorted(JSON.parse(JSON.stringify(other))) === writeSorted(JSON.parse(text)));
    }),
    { numRuns: 500 },
  );
});

function writeSorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeSorted)}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${writeSorted(inner)}`)}}`;
}

test.each([
  ['[1,[2]]', '[[1],2]'],
  ['{"a":{}}', '{"a":[]}'],
  ['{"a":"1"}', '{"a":1}'],
  ['{"a":12345678901234567890}', '{"a":12345678901234567891}'],
  ['[{"a":1},{"b":2}]', '[{"b":2},{"a":1}]'],
])('%s is another request than %s', async (one, other) => {
  expect(await meaningOf(one)).not.toBe(await meaningOf(other));
});

test('a long body is hashed in turns, and means the same as a short one', async () => {
  const members = Array.from({ length: 5_000 }, (_, i) => ({ id: i, name: `name ${i}` }));
  const text = JSON.stringify({ members, note: 'x' });
  let turns = 0;
  const count = () => {
    turns++;
    if (turns < 1_000) setImmediate(count);
  };
  setImmediate(count);
  expect(await meaningOf(writeOtherwise(JSON.parse(text)))).toBe(await meaningOf(text));
  expect(turns).toBeGreaterThan(5);
  turns = 1_000;
});

test('the same body to another address is another request', async () => {
  expect(await meaningOf('{}', '/v1/things/1')).not.toBe(await meaningOf('{}', '/v1/things/2'));
});
