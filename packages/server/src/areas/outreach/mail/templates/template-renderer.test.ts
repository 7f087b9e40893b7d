import { expect, test } from 'vitest';
import { renderTexts } from './template-renderer.ts';

const SLOW = '{{ arr | where_exp: "i", "x contains y" | size }}';
const variables = { arr: Array.from({ length: 5_000 }, (_, i) => i), x: 'x'.repeat(700_000), y: 'xb' };

test('a text that takes too long is reported by its own field, not by that of a plain one before it', async () => {
  const texts = [
    { field: 'subject', text: 'Hello' },
    { field: 'body', text: SLOW },
  ];
  await expect(renderTexts('org_refused', texts, variables)).rejects.toMatchObject({
    code: 'invalid_request',
    field: 'body',
  });

  const [subject, body] = await renderTexts('org_taken', texts, variables, { isStored: true });
  expect(subject).toEqual({ text: 'Hello', unresolved: [] });
  expect(body?.fault).toContain('`body` could not be filled in: it takes too long');
});
