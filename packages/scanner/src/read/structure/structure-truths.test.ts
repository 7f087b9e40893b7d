import { expect, test } from 'vitest';
import { analyzeFiles } from '../../analysis/index.ts';
import { entriesOf } from '../../fixtures/expect-flows.ts';

const indexOf = (files: Record<string, string>) => analyzeFiles(entriesOf(files));

test('cases of RSpec, Minitest::Spec and Pest are tests, and code that only prepares a run is not', async () => {
  const index = await indexOf({
    'spec/story_spec.rb': [
      'describe Story do',
      '  it "has a short id" do',
      '    expect(story.id).to match(/a/)',
      '  end',
      '',
      "  xit 'waits' do",
      '    sleep 1',
      '  end',
      '  it("is short") { is_expected.to be_valid }',
      'end',
    ].join('\n'),
    'tests/Feature/LoginTest.php': "<?php\nit('lets in', function () {\n  expect(true)->toBeTrue();\n});\n",
    'a_test.go':
      'package a\n\nfunc TestMain(m *testing.M) {\n\tsetup()\n\tos.Exit(m.Run())\n}\n\nfunc TestA(t *testing.T) {\n\tt.Fatal("a")\n}\n',
  });
  const told = index.files.flatMap(({ testCases }) =>
    testCases.map((one) => [one.name, one.line, one.endLine, one.assertions, one.marker, one.sleeps]),
  );
  expect(told).toEqual([
    ['TestA', 8, 10, 1, null, false],
    ['has a short id', 2, 4, 1, null, false],
    ['waits', 6, 8, 0, 'skip', true],
    ['is short', 9, 9, 1, null, false],
    ['lets in', 2, 4, 1, null, false],
  ]);
  expect(index.tests).toMatchObject({ files: 3, cases: 5 });
});

test('a layer violation needs an application that keeps the two layers apart, and the kind of a file, not its subject', async () => {
  const file = (...imports: string[]) =>
    imports.map((path, at) => `import { a as a${at} } from '${path}';`).join('\n');
  const crossed = async (files: Record<string, string>) =>
    (await indexOf(files)).graph.layerViolations.map((one) => `${one.from} > ${one.to}`);
  expect(
    await crossed({
      'src/routes/user.controller.ts': file('../services/user.service', './paging.utils'),
      'src/routes/paging.utils.ts': 'export const a = 1;\n',
      'src/services/user.service.ts': file(
        '../prisma/prisma-client',
        '../routes/paging.utils',
        '../routes/user.controller',
      ),
      'src/prisma/prisma-client.ts': 'export const a = 1;\n',
      // A folder of client-side routes.
      'web/routes/user.tsx': file('../pages/user'),
      'web/pages/user.tsx': 'export const a = 1;\n',
    }),
  ).toEqual(['src/services/user.service.ts > src/routes/user.controller.ts']);
  // Here, `api` is what modules offer each other, so imports do not follow layers.
  expect(
    await crossed({
      'mail/api/folder.ts': 'export const a = 1;\n',
      'mail/data/store.ts': file('../api/folder'),
      'mail/services/sync.ts': file('../api/folder'),
    }),
  ).toEqual([]);
});

test('ASP.NET routes have the names of their class and method where the path asks for them', async () => {
  const index = await indexOf({
    'ManageController.cs':
      '[Authorize]\n[Route("[controller]/[action]")]\npublic class ManageController : Controller\n{\n  [HttpGet]\n  public IActionResult MyAccount() { return View(); }\n  [HttpGet]\n  public IActionResult Password() { return View(); }\n}\n',
  });
  expect(index.routes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /Manage/MyAccount',
    'GET /Manage/Password',
  ]);
});
