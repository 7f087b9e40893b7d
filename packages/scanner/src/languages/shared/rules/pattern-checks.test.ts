import { describe, expect, it } from 'vitest';
import { runAgent } from '../../../agents/run-agent.ts';
import { reviewInput } from '../../../fixtures/review-input.ts';

/** Each case: the rule, the file, a line with the weakness, its safe twin. */
const cases: [rule: string, path: string, weak: string, safe: string][] = [
  [
    'access/unescaped-dot',
    'src/a.js',
    String.raw`const own = /^https:\/\/(www|beta).example.com$/;`,
    String.raw`const own = /^https:\/\/(www|beta)\.example\.com$/;`,
  ],
  [
    'access/unescaped-dot',
    'a.go',
    'package a\nimport "regexp"\nvar own = regexp.MustCompile("^www.example.com$")',
    'package a\nimport "regexp"\nvar own = regexp.MustCompile("^www\\\\.example\\\\.com$")',
  ],
  [
    'access/unescaped-dot',
    'src/b.js',
    "const own = new RegExp('^api.example.com$');",
    "const text = line.replace(/www.example.com/, 'here');",
  ],
  [
    'access/unanchored-pattern',
    'a.py',
    String.raw`import re; OWN = re.compile(r"https?://www\.example\.com")`,
    String.raw`import re; OWN = re.compile(r"^https?://www\.example\.com/")`,
  ],
  [
    'access/unanchored-pattern',
    'a.rb',
    'OWN = /^foo|bar/',
    String.raw`ENDS = /^\s+|\s+$/; QUOTES = /^"|"$/; ALL = /^(?:foo|bar)$/`,
  ],
  [
    'access/wide-range',
    'a.php',
    "<?php preg_match('/^[A-z]+$/', $name);",
    "<?php preg_match('/^[A-Za-z!-~]+$/', $name);",
  ],
  ['access/wide-range', 'src/c.ts', 'const sign = /[+-<]/;', 'const sign = /[+,\\-.<]|[,-.]|[ -~]/;'],
  [
    'access/tag-filter',
    'src/d.js',
    String.raw`const scripts = [/<script.*?>.*?<\/script>/i];`,
    String.raw`const scripts = [/<script[^>]*>[\s\S]*?<\/script[^>]*>/i];`,
  ],
  [
    'access/unescaped-backslash',
    'src/e.js',
    String.raw`const quoted = (text) => text.replace(/'/g, "\\'");`,
    String.raw`const quoted = (text) => text.replace(/\\/g, '\\\\').replace(/'/g, "\\'");`,
  ],
  [
    'access/double-escape',
    'src/f.js',
    `const plain = (t) => t.replace(/&amp;/g, '&').replace(/&lt;/g, '<');`,
    `const plain = (t) => t.replace(/&lt;/g, '<').replace(/&amp;/g, '&');`,
  ],
  [
    'access/double-escape',
    'src/g.js',
    `const html = (t) => t.replace(/</g, '&lt;').replace(/&/g, '&amp;');`,
    `const html = (t) => t.replace(/&/g, '&amp;').replace(/</g, '&lt;');`,
  ],
  [
    'access/removed-traversal',
    'b.php',
    `<?php $file = str_replace('../', '', $_GET['file']);`,
    `<?php $file = basename($_GET['file']);`,
  ],
  [
    'access/incomplete-scheme-check',
    'b.py',
    'def ok(url): return not url.lower().startswith("javascript:")',
    'def ok(url): return not url.lower().startswith(("javascript:", "data:", "vbscript:"))',
  ],
  [
    'access/incorrect-suffix-check',
    'src/h.js',
    'const ours = (host, own) => host.lastIndexOf(own) === host.length - own.length;',
    'const ours = (host, own) => host.indexOf(own) !== -1 && host.indexOf(own) === host.length - own.length;',
  ],
  [
    'access/logged-secret',
    'src/i.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the code that is looked at
    'log.info(`signed in with ${user.password}`);',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the same
    'log.info(`no password for ${user.name}`, { hasPassword, passwordHash, reset: user.passwordReset });',
  ],
  [
    'access/logged-secret',
    'c.py',
    'logger.warning("key %s", api_key)',
    'logger.warning("password too short: %d", len(password))',
  ],
  [
    'access/logged-secret',
    'c.rb',
    'logger.info "pw: #{password}"',
    'logger.info "password changed for #{user.id}"',
  ],
  [
    'access/logged-secret',
    'd.go',
    'package a\nimport "log"\nfunc f(o Account) { log.Println(o.Password) }',
    'package a\nimport "log"\nfunc f(o Account) { log.Println("password", redact(o.Password), o.HashedPassword) }',
  ],
  [
    'access/secret-in-address',
    'e.py',
    'def f(request): return login(request.GET["password"])',
    'def f(request): return login(request.POST["password"])',
  ],
  [
    'access/incomplete-redirect-check',
    'f.go',
    'package a\nimport "strings"\nfunc redirect(next string) bool { return strings.HasPrefix(next, "/") && !strings.HasPrefix(next, "//") }',
    'package a\nimport "strings"\nfunc redirect(next string) bool { return strings.HasPrefix(next, "/") && !strings.HasPrefix(next, "//") && !strings.HasPrefix(next, "/\\\\") }',
  ],
  [
    'access/pattern-escape',
    'src/j.js',
    'const word = new RegExp("\\bword");',
    'const word = new RegExp("\\\\bword");',
  ],
];

describe('patterns, filters and escaping that can be bypassed', () => {
  it.each(cases)('%s in %s is reported, and its safe twin is not', async (rule, path, weak, safe) => {
    const told = async (text: string) => {
      const { index, entries, dependencies } = await reviewInput({ [path]: `${text}\n` });
      const { findings } = await runAgent('security.access-control', index, entries, { dependencies });
      return findings.map((one) => one.ruleId).filter((id) => id === rule).length;
    };
    expect(await told(weak)).toBe(1);
    expect(await told(safe)).toBe(0);
  });
});
