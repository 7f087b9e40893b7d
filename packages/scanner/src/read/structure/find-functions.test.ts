import { expect, it } from 'vitest';
import { analyzeFiles } from '../../analysis/index.ts';
import { entriesOf } from '../../fixtures/expect-flows.ts';

it('Go: functions among the parameters, fields and results of another are types, not functions', async () => {
  const text =
    'package a\n\ntype step func(int) error\n\ntype hooks struct {\n\tdone func()\n\tat int\n}\n\nfunc (s *Store) Each(n int, fn func(int) error) error {\n\treturn fn(n)\n}\n\nfunc Later(n int) func() int {\n\treturn func() int {\n\t\treturn n\n\t}\n}\n\nfunc (s *Store) Twice(steps ...func()) {\n\tgo func() {\n\t\tuse(steps)\n\t}()\n}\n';
  const index = await analyzeFiles(entriesOf({ 'a.go': text }));
  expect(
    index.files[0]?.functions.map((one) => `${one.name}(${one.parameters}) ${one.line}-${one.endLine}`),
  ).toEqual([
    'Store.Each(2) 10-12',
    'Later(1) 14-18',
    '<anonymous>(0) 15-17',
    'Store.Twice(1) 20-24',
    '<anonymous>(0) 21-23',
  ]);
});
