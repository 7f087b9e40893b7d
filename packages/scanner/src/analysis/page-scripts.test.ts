import { expect, test } from 'vitest';
import { entriesOf } from '../fixtures/review-input.ts';
import { threadMs } from '../fixtures/thread-ms.ts';
import { analyzeFiles } from './analyze-files.ts';
import { Incremental } from './incremental.ts';
import { hasPageScript, scriptsOf } from './page-scripts.ts';

const page = `<html><body><p id="out"></p>
<script type="text/x-template"><b>{{ location }}</b></script>
<script>
  window.addEventListener("message", (event) => {
    said = event.data;
    document.getElementById("out").innerHTML += \`<u>\${said}</u>\`;
  });
</script>
<script>
  const asked = new URLSearchParams(location.search).get("next");
  if (asked) location = asked;
</script></body></html>
`;

async function told(files: Record<string, string>, incremental?: Incremental) {
  const {
    taint,
    misuse,
    files: read,
  } = await analyzeFiles(entriesOf(files), incremental ? { ...limits, incremental } : {});
  return {
    taint: taint.map(({ kind, sink, source }) => [kind, sink.file, sink.line, source.line, sink.text]),
    misuse,
    status: read.map(({ path, status }) => [path, status]),
  };
}

const limits = { maxFileBytes: 1_048_576, fileBudgetMs: 60_000 };

test('data is followed through the scripts of a page, with the line numbers of the page', async () => {
  expect((await told({ 'page.html': page })).taint).toEqual([
    ['xss', 'page.html', 6, 5, page.split('\n')[5]?.trim()],
    ['redirect', 'page.html', 11, 10, page.split('\n')[10]?.replace('</script></body></html>', '').trim()],
  ]);
});

test('server-side pages are read as well, whatever is between their scripts', async () => {
  const filled = `<?php $title = $_GET['title']; ?>
<title><?= htmlspecialchars($title) ?></title>
<script>
  var rows = <?= json_encode($rows) ?>;
  <?php if ($isOpen): ?>
  location.href = "/" + location.hash.split("#")[1];
  <?php endif; ?>
</script>
`;
  expect((await told({ 'page.php': filled })).taint).toEqual([
    ['redirect', 'page.php', 6, 6, 'location.href = "/" + location.hash.split("#")[1];'],
  ]);
});

test('a page whose scripts cannot be parsed, or read no untrusted data, gives no findings', async () => {
  const broken = '<script>location = ((; eval(location.hash)</script>\n';
  const plain = '<script>document.body.innerHTML = text();</script>\n';
  const { taint, misuse, status } = await told({ 'broken.html': broken, 'plain.html': plain });
  expect([taint, misuse]).toEqual([[], []]);
  expect(status).toEqual([
    ['broken.html', 'full'],
    ['plain.html', 'full'],
  ]);
  expect(hasPageScript('plain.html', plain)).toBe(false);
});

test('everything but the scripts is blanked, and every character keeps its place', () => {
  const scripts = scriptsOf(page);
  expect(scripts.length).toBe(page.length);
  expect(scripts.split('\n').length).toBe(page.split('\n').length);
  expect(scripts).not.toContain('x-template');
  expect(scripts.indexOf('said = event.data')).toBe(page.indexOf('said = event.data'));
});

test('a page of unclosed openings takes time in proportion to its length', () => {
  const costOf = (times: number): number => {
    const text = `<script>${'<script><? <% {{ {% location innerHTML '.repeat(times)}`;
    const before = threadMs();
    hasPageScript('page.html', text);
    scriptsOf(`${text}</script>`);
    return threadMs() - before;
  };
  costOf(2_000);
  expect(costOf(12_000)).toBeLessThan(Math.max(costOf(3_000) * 12, 400));
});

test('a changed page is followed again, with the result of a whole analysis', async () => {
  const begin = (memo: Uint8Array | undefined) =>
    new Incremental(memo, { limits, settings: [], keeps: true });
  const first = begin(undefined);
  await told({ 'page.html': page, 'other.html': page }, first);
  const changed = { 'page.html': page.replace('location = asked', 'show(asked)'), 'other.html': page };
  const again = await told(changed, begin(first.pack() ?? undefined));
  expect(again).toEqual(await told(changed));
});
