import fc from 'fast-check';
import { expect, test } from 'vitest';
import { required } from '../../../../kit/required.ts';
import { threadMs } from '../../../../kit/threads/thread-ms.fixture.ts';
import { fillPlainTemplate, readPlainTemplate, type TemplateVariables } from './plain-template.ts';
import { renderTexts } from './template-renderer.ts';
import { sandboxHandlers } from './template-tasks.ts';

/** The result of the template language itself. */
function byLanguage(text: string, variables: TemplateVariables) {
  const input = { texts: [text], variables: JSON.stringify(variables), longNames: [], longTexts: [] };
  const output = sandboxHandlers.render(input);
  const { texts, missing, faults } = output as Awaited<typeof output>;
  if (faults[0] !== '') throw new Error(faults[0]);
  return { text: texts[0], unresolved: missing[0] === '' ? [] : [missing[0]] };
}

const name = fc.constantFrom(
  'a',
  'b',
  'lead',
  'first_name',
  '_x1',
  'constructor',
  'toString',
  '__proto__',
  'name',
  'length',
);
const blank = fc.constantFrom('', ' ', '  ', '\t');
const quoted = fc.oneof(
  fc.stringMatching(/^[^"\\{}]{0,6}$/).map((text) => `"${text}"`),
  fc.stringMatching(/^[^'\\{}]{0,6}$/).map((text) => `'${text}'`),
);
const place = fc
  .tuple(fc.array(name, { minLength: 1, maxLength: 3 }), fc.option(quoted), blank, blank, blank)
  .map(([path, fallback, one, two, three]) => {
    const filter = fallback === null ? '' : `|${one}default:${two}${fallback}`;
    return `{{${one}${path.join('.')}${two}${filter}${three}}}`;
  });
const template = fc
  .array(
    fc.oneof(place, fc.stringMatching(/^[^{]{0,8}$/), fc.constantFrom('\r\n', '}}', '%}', '<b>', '{ {', '{')),
  )
  .map((parts) => parts.join(''));
const single = fc.oneof(
  fc.string({ maxLength: 5 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.constant(''),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { weight: 3, arbitrary: single },
    { weight: 1, arbitrary: fc.dictionary(name, tie('value'), { maxKeys: 3 }) },
    { weight: 1, arbitrary: fc.array(single, { maxLength: 3 }) },
  ),
}));

test('a template that is rendered on the serving thread gives the same text and missing names as the language', () => {
  let filledIn = 0;
  fc.assert(
    fc.property(template, fc.dictionary(name, value, { maxKeys: 6 }), (text, given) => {
      const variables = JSON.parse(JSON.stringify(given)) as TemplateVariables;
      const plain = readPlainTemplate(text);
      const filled = plain && fillPlainTemplate(plain, variables);
      if (filled === undefined) return;
      filledIn++;
      expect(filled).toEqual(byLanguage(text, variables));
    }),
    { numRuns: 3_000 },
  );
  expect(filledIn).toBeGreaterThan(1_000);
});

test.each([
  '{% if a %}b{% endif %}',
  '{{ a | upcase }}',
  '{{ a | default: b }}',
  '{{ a[0] }}',
  '{{ a.size }}',
  '{{ a.first }}',
  '{{ nil }}',
  '{{- a -}}',
  '{{ a',
  '{{ "a" }}',
  '{{ (1..9) }}',
  '{{ a b }}',
  '{{ a | default: "x", allow_false: true }}',
])('%s is not a template whose cost is visible from its form', (text) => {
  expect(readPlainTemplate(text)).toBeUndefined();
});

test.each<[string, unknown]>([
  ['a list', ['x']],
  ['a record', { x: 'x' }],
  ['more than a mail holds', 'x'.repeat(100_000)],
])('a value that is %s is not rendered on the serving thread', (_what, a) => {
  expect(fillPlainTemplate(required(readPlainTemplate('{{ a }}'), 'the template'), { a })).toBeUndefined();
  expect(
    fillPlainTemplate(required(readPlainTemplate('{{ b | default: "" }}'), 'the template'), { a }),
  ).toEqual({
    text: '',
    unresolved: [],
  });
});

test('texts of every kind are read in linear time', () => {
  const length = 400_000;
  const forms = [
    '{{',
    '{{ a',
    '{{ a.',
    '{{ a | default: "',
    '{{ a | default: "x"',
    '{{ a }} ',
    '{',
    '}}',
    '{{ ',
    '{{\t',
    '{{a.a',
  ];
  for (const form of forms) {
    const text = form.repeat(length / form.length);
    const before = threadMs();
    readPlainTemplate(text);
    readPlainTemplate(`{{ a | default: "${text.replaceAll(/["{}]/g, ' ')}`);
    expect(threadMs() - before, form).toBeLessThan(1_000);
  }
});

test('a long text among the variables is rendered like a short one, whatever its name', async () => {
  const variables = {
    a: { b: 'short' },
    ...Object.fromEntries([['__proto__', 'ä😀'.repeat(20_000)]]),
    x: 'y'.repeat(20_000),
  };
  const texts = ['{{ a.b | upcase }}', '{{ x | size }}', '{{ missing | upcase }}', '{{ x | slice: 0, 2 }}'];
  const rendered = await renderTexts(
    'org',
    texts.map((text) => ({ field: 'body', text })),
    variables,
  );
  expect(rendered.map(({ text }) => text)).toEqual(['SHORT', '20000', texts[2], 'yy']);
  expect(rendered[2]?.unresolved).toEqual(['missing']);
});
