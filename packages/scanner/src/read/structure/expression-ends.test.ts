import { describe, expect, it } from 'vitest';
import { analyzeFiles } from '../../analysis/index.ts';
import { entriesOf } from '../../fixtures/expect-flows.ts';

describe('functions with an expression as their body', () => {
  it.each([
    [
      'A.kt',
      'interface Docs {\n  fun last(id: Long): Doc?\n}\nclass A(val docs: Docs) {\n  suspend fun one(id: Long) = withContext(IO) {\n    docs.last(id)\n  }\n  fun two(a: Int) =\n    if (a > 1) 5\n    else 6\n  fun three() = listOf(1)\n    .map { it + 1 }\n  val x = 5\n}\n',
      ['A.one 5-7', 'A.two 8-10', 'A.three 11-12'],
    ],
    [
      'A.cs',
      'public class A\n{\n    private readonly Func<int, int> _f = (x) => x;\n    public A(IDb db) => _db = db;\n    public int Count => _n.Max(x => x.N);\n    public async Task<R> List(int n = 20)\n        => Ok(_db\n            .Take(n));\n    void F() { Run((a) => a.B()); }\n}\n',
      ['A.A 4-4', 'A.List 6-8', 'A.F 9-9'],
    ],
  ])('%s: they end where their expression ends', async (path, text, expected) => {
    const index = await analyzeFiles(entriesOf({ [path]: text }));
    expect(index.files[0]?.functions.map((one) => `${one.name} ${one.line}-${one.endLine}`)).toEqual(
      expected,
    );
  });
});
