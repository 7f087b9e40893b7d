import { describe, expect, it } from 'vitest';
import { runAgent } from '../../../agents/run-agent.ts';
import { reviewInput } from '../../../fixtures/review-input.ts';

/** Each case: the rule, the file, and its code with `‹weak|safe›` where the two versions differ. */
const cases: [rule: string, path: string, code: string][] = [
  [
    'reliability/shared-field',
    'a.go',
    'package a\n\ntype C struct {\n\tn map[string]int\n}\n\nfunc (c *C) Do(w http.ResponseWriter, r *http.Request) {\n\t‹|c.mu.Lock()›\n\tc.n[r.URL.Path]++\n}\n',
  ],
  [
    'reliability/shared-variable',
    'a.go',
    'package a\n\nfunc f(all []int) int {\n\ttotal := 0\n\tfor _, n := range all {\n\t\tgo func(n int) {\n\t\t\t‹|mu.Lock()›\n\t\t\ttotal += n\n\t\t}(n)\n\t}\n\treturn total\n}\n',
  ],
  [
    'access/unguarded-route',
    'a.go',
    'package a\n\nfunc f(e *echo.Echo) {\n\tapi := e.Group("/api")\n\tapi.Use(RequireUser)\n\tapi.GET("/me", me)\n\tadm := e.Group("/admin"‹|, RequireUser›)\n\tadm.DELETE("/users/:id", drop)\n}\n',
  ],
  [
    'access/foreign-record',
    'a.go',
    'package a\n\nfunc (a *A) show(c *gin.Context) {\n\tid := c.Param("id")\n\ta.db.QueryRow("SELECT total FROM invoices WHERE id = $1‹| AND user_id = $2›", id‹|, c.GetInt64("user_id")›)\n}\n\nfunc (a *A) all(c *gin.Context) { a.list(c.GetInt64("user_id")) }\n',
  ],
  [
    'performance/unbounded-body',
    'a.go',
    'package a\n\nfunc f(w http.ResponseWriter, r *http.Request) {\n\tb, err := io.ReadAll(‹r.Body|http.MaxBytesReader(w, r.Body, 99)›)\n\tuse(b, err)\n}\n',
  ],
  [
    'access/timing-comparison',
    'a.go',
    'package a\n\nfunc f(k, b []byte, s string) bool {\n\tm := hmac.New(sha256.New, k)\n\tm.Write(b)\n\twant := hex.EncodeToString(m.Sum(nil))\n\treturn ‹want == s|hmac.Equal([]byte(want), []byte(s))›\n}\n',
  ],
  [
    'access/mass-assignment',
    'a.go',
    'package a\n\ntype User struct {\n\tName string\n\tIsAdmin bool `json:"‹is_admin|-›"`\n}\n\nfunc (h *H) f(c *gin.Context) {\n\tvar u User\n\tc.BindJSON(&u)\n\th.db.Save(&u)\n}\n',
  ],
  [
    'reliability/unchecked-index',
    'a.go',
    'package a\n\nvar names = []string{"a"}\n\nfunc f(w http.ResponseWriter, r *http.Request) {\n\ti, err := strconv.Atoi(r.FormValue("i"))\n\tif err != nil‹ |  || i < 0 › {\n\t\treturn\n\t}\n\tuse(names[i])\n}\n',
  ],
  [
    'access/archive-extraction',
    'src/a.rs',
    'fn f(a: &mut Archive<File>, d: &Path) {\n    for e in a.entries().unwrap() {\n        let mut e = e.unwrap();\n        let p = e.path().unwrap().into_owned();\n        ‹e.unpack(d.join(&p))|e.unpack_in(d)›;\n    }\n}\n',
  ],
  [
    'reliability/shared-variable',
    'src/a.rs',
    'static mut SEEN: u64 = 0;\n\nasync fn f() {\n    ‹|let _g = GATE.lock();›\n    unsafe { SEEN += 1; }\n}\n',
  ],
  [
    'reliability/unchecked-length',
    'src/a.rs',
    'fn f(b: &[u8]) -> Vec<u8> {\n    let n = u16::from_be_bytes([b[0], b[1]]) as usize;\n    ‹|if n > b.len() { return vec![]; }›\n    b[2..2 + n].to_vec()\n}\n',
  ],
  [
    'access/fixed-signing-key',
    'src/a.rs',
    '‹const KEY: &str = "x8sd-992k-aa";|static KEY: Key = load();›\n\nfn f(c: &C) {\n    sign(c, EncodingKey::from_secret(KEY.as_bytes()))\n}\n',
  ],
  [
    'access/foreign-record',
    'src/a.rs',
    'async fn f(user: User, id: Path<i64>, mut c: Conn) -> R {\n    let id = id.into_inner();\n    notes.find(id)‹|.filter(owner.eq(user.id))›.first::<Note>(&mut c)\n}\n',
  ],
  [
    'memory/dangling-capture',
    'a.cpp',
    'std::function<int()> f(int start) {\n  int n = start;\n  return [‹&n|n›]() { return n; };\n}\n',
  ],
  [
    'memory/dangling-capture',
    'a.cpp',
    'void f(int id) {\n  std::string label = name(id);\n  std::thread t([&] { show(label); });\n  t.‹detach|join›();\n}\n',
  ],
  [
    'memory/invalid-iterator',
    'a.cpp',
    'void f(std::vector<int> v) {\n  std::vector<int> more;\n  for (int x : v) {\n    if (x > 1) ‹v|more›.push_back(x);\n  }\n}\n',
  ],
  [
    'memory/size-underflow',
    'a.cpp',
    'bool f(const V& v) {\n  ‹|if (v.empty()) return true;›\n  for (size_t i = 0; i < v.size() - 1; ++i) if (v[i] > v[i + 1]) return false;\n  return true;\n}\n',
  ],
  [
    'memory/size-underflow',
    'a.c',
    'int f(const int *v, size_t n) {\n  for (‹size_t|long› i = n - 1; i >= 0; --i) if (v[i]) return v[i];\n  return 0;\n}\n',
  ],
  [
    'reliability/panic-on-input',
    'src/a.rs',
    'pub async fn me(req: HttpRequest) -> R {\n    let id = req.cookie("sid").‹unwrap()|ok_or(Missing)?›;\n    page(id)\n}\n',
  ],
  [
    'memory/copied-owner',
    'a.cpp',
    'class B {\n public:\n  B() : p_(new char[9]) {}\n  ~B() { delete[] p_; }\n  ‹|B(const B&) = delete;›\n private:\n  char* p_;\n};\n',
  ],
  [
    'reliability/lock-left',
    'a.cpp',
    'bool A::f(long n) {\n  m_.lock();\n  if (n > b_) { ‹|m_.unlock();› return false; }\n  b_ -= n;\n  m_.unlock();\n  return true;\n}\n',
  ],
  [
    'reliability/shared-variable',
    'a.cpp',
    'static ‹int|std::atomic<int>› hits{0};\n\nvoid work(int n) {\n  for (int i = 0; i < n; ++i) ++hits;\n}\n\nvoid run() {\n  std::thread t(work, 9);\n  t.join();\n}\n',
  ],
  [
    'memory/leak',
    'a.cpp',
    'int f(bool bad) {\n  int* b = new int[9];\n  if (bad) {\n    ‹|delete[] b;›\n    throw 1;\n  }\n  int v = g(b[0]);\n  delete[] b;\n  return v;\n}\n',
  ],
  [
    'injection/xss',
    'a.c',
    'int main(void) {\n  const char *q = getenv("QUERY_STRING");\n  printf("Content-Type: text/html\\r\\n\\r\\n");\n  printf("<p>%s</p>", ‹q|escape(q)›);\n  return 0;\n}\n',
  ],
  [
    'memory/allocation-overflow',
    'a.c',
    'char *f(uint32_t a, uint32_t b) {\n  ‹|if (a > 99 || b > 99) return 0;›\n  uint32_t n = a + b + 1;\n  return malloc(n);\n}\n',
  ],
  [
    'memory/unchecked-length',
    'a.c',
    'int f(int fd, struct m *m, uint32_t n) {\n  m->len = ntohl(n);\n  ‹|if (m->len > 99) return -1;›\n  return read(fd, m->body, m->len);\n}\n',
  ],
  [
    'reliability/shared-variable',
    'a.go',
    'package a\n\nvar hits int64\n\nfunc f(w http.ResponseWriter, r *http.Request) {\n\t‹|mu.Lock()›\n\thits++\n}\n',
  ],
  [
    'reliability/unclosed-response',
    'a.go',
    'package a\n\nfunc f(c *http.Client) error {\n\tres, err := c.Get("https://a.example")\n\tif err != nil {\n\t\treturn err\n\t}\n\t‹|defer res.Body.Close()›\n\treturn json.NewDecoder(res.Body).Decode(&all)\n}\n',
  ],
  [
    'reliability/unchecked-nil',
    'a.go',
    'package a\n\nfunc (b *B) find(k string) *Box {\n\tif v, ok := b.all[k]; ok {\n\t\treturn v\n\t}\n\treturn nil\n}\n\nfunc (b *B) name(k string) string {\n\tbox := b.find(k)\n\t‹|if box == nil { return "" }›\n\treturn box.Name\n}\n',
  ],
  [
    'reliability/check-then-use',
    'a.go',
    'package a\n\nfunc f(p string) error {\n\tif _, err := os.Stat(p); err == nil {\n\t\treturn taken\n\t}\n\t_, err := os.OpenFile(p, os.O_CREATE‹| | os.O_EXCL ›, 0o600)\n\treturn err\n}\n',
  ],
  [
    'crypto/fast-password-hash',
    'a.go',
    'package a\n\nfunc hash(‹password|chunk› string) [32]byte {\n\treturn sha256.Sum256([]byte(‹password|chunk›))\n}\n',
  ],
  [
    'reliability/lock-across-await',
    'src/a.rs',
    'async fn f(m: &Mutex<u8>) {\n    let mut g = m.lock().unwrap();\n    *g += 1;\n    ‹|drop(g);›\n    pause().await;\n}\n',
  ],
  [
    'memory/double-free',
    'src/a.rs',
    'unsafe fn f(p: *mut c_char) {\n    let s = CString::from_raw(p);\n    show(&s);\n    ‹drop(CString::from_raw(p));|drop(s);›\n}\n',
  ],
  [
    'crypto/fast-password-hash',
    'src/a.rs',
    'fn f(‹password|chunk›: &str) -> Out {\n    let mut h = Sha256::new();\n    h.update(‹password|chunk›.as_bytes());\n    h.finalize()\n}\n',
  ],
  [
    'reliability/shared-variable',
    'a.cpp',
    'std::vector<int> f(int n) {\n  std::vector<int> out;\n  std::mutex mu;\n  std::vector<std::thread> all;\n  for (int i = 0; i < n; ++i) {\n    all.emplace_back([&out, &mu, i] { ‹|std::lock_guard<std::mutex> g(mu);› out.push_back(i); });\n  }\n  for (auto& t : all) t.join();\n  return out;\n}\n',
  ],
  [
    'memory/double-free',
    'a.cpp',
    'void f(std::unique_ptr<A> a) {\n  A* raw = a.‹get|release›();\n  use(raw);\n  delete raw;\n}\n',
  ],
];

describe('weaknesses of Go, Rust, C and C++ found in one function or file', () => {
  it.each(cases)(
    '%s in %s: the weak code is reported, its safe twin is not (%#)',
    async (rule, path, code) => {
      const rulesOf = async (form: '$1' | '$2') => {
        const text = code.replace(/‹([^‹›|]*)\|([^‹›]*)›/g, form);
        const { index, entries, dependencies } = await reviewInput({ [path]: text });
        const { findings } = await runAgent('security.access-control', index, entries, { dependencies });
        return findings.map((one) => one.ruleId);
      };
      expect(await rulesOf('$1')).toContain(rule);
      expect(await rulesOf('$2')).not.toContain(rule);
    },
  );
});
