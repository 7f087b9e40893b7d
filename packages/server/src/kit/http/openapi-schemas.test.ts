import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { OpenApiSchemas } from './openapi-schemas.ts';
import { named, nullable, textField } from './schemas.ts';

test('a schema has its given name, and its parts are named after their place', () => {
  const schemas = new OpenApiSchemas();
  const entry = named('Entry', Type.Object({ tags: Type.Array(Type.Object({ text: Type.String() })) }));
  const list = Type.Object({ entries: Type.Array(entry), first: nullable(entry) });
  expect(schemas.describe(list, 'ListEntriesResponse')).toEqual({
    $ref: '#/components/schemas/ListEntriesResponse',
  });
  expect(Object.keys(schemas.components)).toEqual(['Entry', 'EntryTag', 'ListEntriesResponse']);
  expect(schemas.components.ListEntriesResponse).toMatchObject({
    properties: {
      entries: { items: { $ref: '#/components/schemas/Entry' } },
      first: { anyOf: [{ $ref: '#/components/schemas/Entry' }, { type: 'null' }] },
    },
  });
});

test('one name cannot have two meanings', () => {
  const schemas = new OpenApiSchemas();
  schemas.describe(named('Entry', Type.Object({ id: Type.String() })), 'A');
  expect(() => schemas.describe(named('Entry', Type.Object({ id: Type.Integer() })), 'B')).toThrow(
    'Two schemas are called Entry',
  );
  expect(() => named('Other', named('Entry', Type.String()))).toThrow('has a name already');
});

test('a place describes what the schema means there', () => {
  const schemas = new OpenApiSchemas();
  const pair = (description: string) => named('Pair', Type.Object({ a: Type.String() }, { description }));
  const both = Type.Object({ left: pair('The first.'), right: pair('The second.') });
  schemas.describe(both, 'Both');
  expect(schemas.components.Both).toMatchObject({
    properties: {
      left: { $ref: '#/components/schemas/Pair' },
      right: { $ref: '#/components/schemas/Pair', description: 'The second.' },
    },
  });
});

test('a pattern is written so that RE2 and Python can read it', () => {
  const schemas = new OpenApiSchemas();
  const text = Type.String({ pattern: '^[^\\u0000-\\u001f\\ud800-\\udfff]*$' });
  expect(schemas.describe(text, 'Text').pattern).toBe('^[^\\x00-\\x1f]*$');
});

test('the format of a text is described once, and not where it is obvious', () => {
  const schemas = new OpenApiSchemas();
  const hint = (description: string) =>
    schemas.describe(
      Type.String({
        pattern: '^#[0-9a-f]{6}$',
        patternHint: 'must be a colour such as `#0b6bcb`',
        description,
      }),
      'Colour',
    ).description;
  expect(hint('Of buttons.')).toBe('Of buttons. It must be a colour such as `#0b6bcb`.');
  expect(hint('Of buttons, such as `#0b6bcb`.')).toBe('Of buttons, such as `#0b6bcb`.');
  expect(schemas.describe(textField(10, 'For people.'), 'Name').description).toBe('For people.');
});
