import { describe, expect, it } from 'vitest';
import { runAgent } from '../../../agents/run-agent.ts';
import { reviewInput } from '../../../fixtures/review-input.ts';

/** Each case: the file, code with the weakness, its safe twin, the rule. */
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
    'int f(char *s) {\n  int i = atoi(s);\n  if (i >= 10) return 0;\n  return a[i];\n}\n',
    'int f(char *s) {\n  unsigned int i = atoi(s);\n  if (i >= 10) return 0;\n  return a[i];\n}\nint g(char *s) {\n  int i = atoi(s);\n  return i > 0 && i < 10 ? a[i] : 0;\n}\nint h(char *s) {\n  int i = atoi(s);\n  return (unsigned)i < 10 ? a[i] : 0;\n}\n',
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
  [
    'a.c',
    'void f(void) {\n  char small[50];\n  char text[100];\n  char *to;\n  to = small;\n  memset(text, 65, 99);\n  memcpy(to, text, 100 * sizeof(char));\n}\n',
    'void f(void) {\n  char small[100];\n  char text[100];\n  char *to;\n  to = small;\n  memset(text, 65, 99);\n  memcpy(to, text, 100 * sizeof(char));\n}\n',
    'memory/known-overflow',
  ],
  [
    'a.c',
    'int f(const char *s) {\n  char *b = malloc(9);\n  if (!b) return 1;\n  if (s[0] == 0) {\n    free(b);\n  }\n  free(b);\n  return 0;\n}\n',
    'int f(const char *s) {\n  char *b = malloc(9);\n  if (!b) return 1;\n  if (s[0] == 0) {\n    free(b);\n    return 1;\n  }\n  free(b);\n  return 0;\n}\n',
    'memory/double-free',
  ],
  [
    'a.c',
    'int f(int n) {\n  char *a = malloc(9);\n  if (!a) return 1;\n  if (n > 9) {\n    free(a);\n    goto out;\n  }\nout:\n  free(a);\n  return 0;\n}\n',
    'int f(int n) {\n  char *a = malloc(9);\n  if (!a) return 1;\n  if (n > 9) {\n    goto out;\n  }\nout:\n  free(a);\n  return 0;\n}\n',
    'memory/double-free',
  ],
  [
    'a.c',
    'int f(const char *p) {\n  char *b = malloc(9);\n  if (!b) return 1;\n  int d = open(p, 0);\n  if (d < 0) {\n    return 1;\n  }\n  free(b);\n  return 0;\n}\n',
    'int f(const char *p) {\n  char *b = malloc(9);\n  if (!b) return 1;\n  int d = open(p, 0);\n  if (d < 0) {\n    free(b);\n    return 1;\n  }\n  free(b);\n  return 0;\n}\n',
    'memory/leak',
  ],
  [
    'a.cpp',
    'void f(int n) {\n  int *p = new int[n];\n  delete p;\n}\n',
    'void f(int n) {\n  int *p = new int[n];\n  delete[] p;\n}\n',
    'memory/mismatched-release',
  ],
  [
    'a.go',
    'package a\n\nimport "crypto/cipher"\n\nfunc f(g cipher.AEAD, p []byte) []byte {\n\tn := make([]byte, g.NonceSize())\n\treturn g.Seal(nil, n, p, nil)\n}\n',
    'package a\n\nimport "crypto/cipher"\n\nfunc f(g cipher.AEAD, p []byte) []byte {\n\tn := make([]byte, g.NonceSize())\n\trand.Read(n)\n\treturn g.Seal(nil, n, p, nil)\n}\n',
    'crypto/fixed-nonce',
  ],
  [
    'src/A.java',
    'class A {\n  private static final byte[] KEY = "h7Gd92kLmP0qRs5T".getBytes();\n  Object f() { return new SecretKeySpec(KEY, "AES"); }\n}\n',
    'class A {\n  private static final byte[] KEY = decode(System.getenv("KEY"));\n  Object f() { return new SecretKeySpec(KEY, "AES"); }\n}\n',
    'crypto/fixed-key',
  ],
  [
    'src/A.cs',
    'class A {\n  object F() => new HttpClientHandler { SslProtocols = SslProtocols.Tls | SslProtocols.Ssl3 };\n}\n',
    'class A {\n  object F() => new HttpClientHandler { SslProtocols = SslProtocols.Tls13 };\n}\n',
    'transport/old-tls',
  ],
  [
    'a.go',
    'package a\n\nvar hits = map[string]int{}\n\nfunc f(w http.ResponseWriter, r *http.Request) {\n\thits[r.URL.Path]++\n}\n',
    'package a\n\nvar hits = map[string]int{}\n\nfunc f(w http.ResponseWriter, r *http.Request) {\n\tmu.Lock()\n\thits[r.URL.Path]++\n\tmu.Unlock()\n}\n',
    'reliability/shared-map',
  ],
  [
    'src/a.rs',
    'pub fn f() -> i32 {\n    let p = Box::into_raw(Box::new(7));\n    unsafe {\n        drop(Box::from_raw(p));\n        *p\n    }\n}\n',
    'pub fn f() -> i32 {\n    let p = Box::into_raw(Box::new(7));\n    unsafe {\n        *Box::from_raw(p)\n    }\n}\n',
    'memory/use-after-free',
  ],
  [
    'src/a.rs',
    '#[get("/{n}")]\nasync fn f(n: web::Path<usize>) -> R {\n    let n = n.into_inner();\n    let v = vec![0u8; n];\n    done(v)\n}\n',
    '#[get("/{n}")]\nasync fn f(n: web::Path<usize>) -> R {\n    let n = n.into_inner();\n    if n > 99 { return no(); }\n    let v = vec![0u8; n];\n    done(v)\n}\n',
    'reliability/unchecked-number',
  ],
  [
    'A.java',
    'class A {\n  void f(HttpServletRequest q) {\n    User u = login(q.getParameter("a"));\n    q.getSession().setAttribute("user", u);\n  }\n}\n',
    'class A {\n  void f(HttpServletRequest q) {\n    User u = login(q.getParameter("a"));\n    q.changeSessionId();\n    q.getSession().setAttribute("user", u);\n  }\n}\n',
    'access/session-fixation',
  ],
  [
    'a.kt',
    'fun f(a: Application) {\n  a.install(Sessions) {\n    cookie<S>("s") {\n      cookie.secure = false\n    }\n  }\n}\n',
    'fun f(a: Application) {\n  a.install(Sessions) {\n    cookie<S>("s") {\n      cookie.secure = true\n    }\n  }\n}\n',
    'access/cookie-flags',
  ],
  [
    'A.cs',
    'public class A {\n  private static readonly byte[] Iv = { 1, 2, 3 };\n  public object F(Aes a, byte[] k) { return a.CreateEncryptor(k, Iv); }\n}\n',
    'public class A {\n  public object F(Aes a, byte[] k) { return a.CreateEncryptor(k, RandomNumberGenerator.GetBytes(16)); }\n}\n',
    'crypto/fixed-nonce',
  ],
  [
    'A.cs',
    'public class A {\n  public string F(List<User> all) {\n    var u = all.FirstOrDefault(x => x.Id == 1);\n    return u.Name;\n  }\n}\n',
    'public class A {\n  public string F(List<User> all) {\n    var u = all.FirstOrDefault(x => x.Id == 1);\n    return u?.Name;\n  }\n}\n',
    'reliability/unchecked-null',
  ],
  [
    'a.c',
    'void f(struct n *h) {\n  for (struct n *p = h; p; p = p->next) {\n    free(p);\n  }\n}\n',
    'void f(struct n *h) {\n  for (struct n *p = h; p; ) {\n    struct n *q = p->next;\n    free(p);\n    p = q;\n  }\n}\n',
    'memory/use-after-free',
  ],
  [
    'a.kt',
    'fun f(c: Cipher, k: SecretKey) {\n  val iv = ByteArray(12)\n  c.init(1, k, GCMParameterSpec(128, iv))\n}\n',
    'fun f(c: Cipher, k: SecretKey) {\n  val iv = ByteArray(12)\n  random.nextBytes(iv)\n  c.init(1, k, GCMParameterSpec(128, iv))\n}\n',
    'crypto/fixed-nonce',
  ],
  [
    'A.java',
    'class A {\n  Object f(Http http) { return http.authorize(a -> a.requestMatchers("/admin/**").permitAll()); }\n}\n',
    'class A {\n  Object f(Http http) { return http.authorize(a -> a.requestMatchers("/admin/**").hasRole("ADMIN")); }\n}\n',
    'access/unguarded-admin',
  ],
  [
    'a.cpp',
    'std::string_view f(int n) {\n  std::string s = std::to_string(n);\n  return s;\n}\n',
    'std::string f(int n) {\n  std::string s = std::to_string(n);\n  return s;\n}\n',
    'memory/returned-local',
  ],
  [
    'a.cpp',
    'class B {\n  char *d_;\npublic:\n  B(int n) : d_(new char[n]) {}\n  ~B() { delete d_; }\n};\n',
    'class B {\n  char *d_;\npublic:\n  B(int n) : d_(new char[n]) {}\n  ~B() { delete[] d_; }\n};\n',
    'memory/mismatched-release',
  ],
  [
    'a.go',
    'package a\n\ntype S struct {\n\tmu sync.Mutex\n\tn  int\n}\n\nfunc (s *S) Add() {\n\ts.n++\n}\n\nfunc (s *S) Get() int {\n\ts.mu.Lock()\n\tdefer s.mu.Unlock()\n\treturn s.n\n}\n',
    'package a\n\ntype S struct {\n\tmu sync.Mutex\n\tn  int\n}\n\nfunc (s *S) Add() {\n\ts.mu.Lock()\n\ts.n++\n\ts.mu.Unlock()\n}\n\nfunc (s *S) Get() int {\n\ts.mu.Lock()\n\tdefer s.mu.Unlock()\n\treturn s.n\n}\n',
    'reliability/unguarded-field',
  ],
  [
    'a.go',
    'package a\n\nfunc f() (int, error) {\n\tresp, err := http.Get(u)\n\tif err != nil {\n\t\treturn 0, err\n\t}\n\treturn resp.StatusCode, nil\n}\n',
    'package a\n\nfunc f() (int, error) {\n\tresp, err := http.Get(u)\n\tif err != nil {\n\t\treturn 0, err\n\t}\n\tdefer resp.Body.Close()\n\treturn resp.StatusCode, nil\n}\n',
    'reliability/unclosed-response',
  ],
  [
    'src/a.rs',
    'fn f(s: &str) {\n    let p = CString::new(s).unwrap().as_ptr();\n    unsafe { g(p) };\n}\n',
    'fn f(s: &str) {\n    let c = CString::new(s).unwrap();\n    let p = c.as_ptr();\n    unsafe { g(p) };\n}\n',
    'memory/dangling-text',
  ],
];

describe('weaknesses of a single language', () => {
  it.each(cases)(
    '%s: the weak code is reported, its safe twin is not (%#)',
    async (path, weak, safe, rule) => {
      const agent = rule.startsWith('transport/') ? 'security.crypto-transport' : 'security.access-control';
      const rulesOf = async (text: string) => {
        const { index, entries, dependencies } = await reviewInput({ [path]: text });
        const { findings } = await runAgent(agent, index, entries, { dependencies });
        return findings.map((one) => one.ruleId);
      };
      expect(await rulesOf(weak)).toContain(rule);
      expect(await rulesOf(safe)).not.toContain(rule);
    },
  );

  it('an option that a caller asks for weighs less than one that is always on', async () => {
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

  it('a check that a setting disables weighs less than one that is always off', async () => {
    const severityOf = async (mode: string) => {
      const text = `class Client\n  def open(http)\n    http.verify_mode = ${mode}\n  end\nend\n`;
      const { index, entries, dependencies } = await reviewInput({ 'app/client.rb': text });
      const { findings } = await runAgent('security.crypto-transport', index, entries, { dependencies });
      return findings.find((one) => one.ruleId === 'transport/unchecked-certificate')?.severity;
    };
    expect(await severityOf('OpenSSL::SSL::VERIFY_NONE')).toBe('high');
    expect(await severityOf('@strict ? OpenSSL::SSL::VERIFY_PEER : OpenSSL::SSL::VERIFY_NONE')).toBe(
      'medium',
    );
  });
});
