import { describe, expect, it } from 'vitest';
import { reviewInput } from '../fixtures/review-input.ts';
import { runAgent } from '../run-agent.ts';

/** Each case: the file, code with the weakness, its twin without, the rule. */
const cases: [path: string, weak: string, safe: string, rule: string][] = [
  [
    'a.c',
    'void f(int fd) {\n  char b[9];\n  int n = read(fd, b, sizeof(b));\n  b[n] = 0;\n}\n',
    'void f(int fd) {\n  char b[9];\n  int n = read(fd, b, sizeof(b) - 1);\n  b[n] = 0;\n}\n',
    'memory/terminator',
  ],
  [
    'a.c',
    'void f(struct n *p) {\n  while (p) {\n    free(p);\n    p = p->next;\n  }\n}\n',
    'void f(struct n *p) {\n  while (p) {\n    struct n *q = p->next;\n    free(p);\n    p = q;\n  }\n}\n',
    'memory/use-after-free',
  ],
  [
    'a.c',
    'int f(char *s) {\n  int a[4];\n  int i = atoi(s);\n  return a[i];\n}\n',
    'int f(char *s) {\n  int a[4];\n  int i = atoi(s);\n  if (i < 0 || i > 3) return 0;\n  return a[i];\n}\n',
    'memory/unchecked-index',
  ],
  [
    'a.c',
    'char *f(void) {\n  char b[9];\n  fill(b);\n  return b;\n}\n',
    'char *f(void) {\n  static char b[9];\n  fill(b);\n  return b;\n}\n',
    'memory/returned-local',
  ],
  [
    'a.php',
    "<?php\nadd_action('wp_ajax_x', 'save');\nfunction save() {\n  update_option('a', $_POST['a']);\n}\n",
    "<?php\nadd_action('wp_ajax_x', 'save');\nfunction save() {\n  check_ajax_referer('x');\n  update_option('a', $_POST['a']);\n}\n",
    'access/no-nonce',
  ],
  [
    'a.go',
    'package a\n\nfunc f(p, d string) {\n\tr, _ := zip.OpenReader(p)\n\tfor _, m := range r.File {\n\t\tos.Create(filepath.Join(d, m.Name))\n\t}\n}\n',
    'package a\n\nfunc f(p, d string) {\n\tr, _ := zip.OpenReader(p)\n\tfor _, m := range r.File {\n\t\tif filepath.IsLocal(m.Name) {\n\t\t\tos.Create(filepath.Join(d, m.Name))\n\t\t}\n\t}\n}\n',
    'access/archive-extraction',
  ],
  [
    'OrderController.cs',
    'public class OrderController : Controller {\n  [HttpPost]\n  public IActionResult Save(Order o) { return View(); }\n}\n',
    'public class OrderController : Controller {\n  [HttpPost, ValidateAntiForgeryToken]\n  public IActionResult Save(Order o) { return View(); }\n}\n',
    'access/no-csrf-protection',
  ],
  [
    'app/AndroidManifest.xml',
    '<manifest>\n<application>\n<provider android:name=".P"\n android:exported="true"/>\n</application></manifest>\n',
    '<manifest>\n<application>\n<provider android:name=".P" android:exported="true"\n android:permission="a.b.C"/>\n</application></manifest>\n',
    'access/exported-component',
  ],
];

describe('weaknesses that one language has', () => {
  it.each(cases)('%s: the weak form is told, its safe twin is not (%#)', async (path, weak, safe, rule) => {
    const rulesOf = async (text: string) => {
      const { index, entries, dependencies } = await reviewInput({ [path]: text });
      const { findings } = await runAgent('security.access-control', index, entries, { dependencies });
      return findings.map((one) => one.ruleId);
    };
    expect(await rulesOf(weak)).toContain(rule);
    expect(await rulesOf(safe)).not.toContain(rule);
  });

  it('a switch that a caller asks for weighs less than one that is always thrown', async () => {
    const always = 'func f() {\n\tc := &tls.Config{InsecureSkipVerify: true}\n\tuse(c)\n}\n';
    const asked =
      'func f(insecure bool) {\n\tc := &tls.Config{}\n\tif insecure {\n\t\tc.InsecureSkipVerify = true\n\t}\n\tuse(c)\n}\n';
    const severityOf = async (text: string) => {
      const { index, entries, dependencies } = await reviewInput({
        'a.go': `package a\n\nimport "crypto/tls"\n\n${text}`,
      });
      const { findings } = await runAgent('security.crypto-transport', index, entries, { dependencies });
      return findings.find((one) => one.ruleId === 'transport/unchecked-certificate')?.severity;
    };
    expect(await severityOf(always)).toBe('high');
    expect(await severityOf(asked)).toBe('low');
  });
});
