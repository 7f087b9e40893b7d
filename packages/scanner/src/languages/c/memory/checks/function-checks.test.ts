import { expect, it } from 'vitest';
import { analyzeFiles } from '../../../../analysis/index.ts';
import { createSourceView } from '../../../../rules/source-view.ts';
import { memoryFaults } from '../memory-faults.ts';

/** Rule, weak code, and the same code corrected. */
const pairs: [string, string, string][] = [
  [
    'access/memory-unsafe-call',
    'void f(char *s) { char t[9]; strcpy(t, s); }',
    'void f(char *s) { char t[9]; if (strlen(s) >= sizeof(t)) return; strcpy(t, s); }',
  ],
  [
    'access/memory-unsafe-call',
    'void f(char *s) { char t[9]; sprintf(t, "/%s", s); }',
    'void f(int s) { char t[9]; sprintf(t, "/%d", s); }',
  ],
  [
    'access/memory-unsafe-call',
    'void f(void) { char t[9]; scanf("%s", t); }',
    'void f(void) { char t[9]; if (scanf("%8s", t) != 1) return; }',
  ],
  [
    'memory/size-of-source',
    'void f(char *s) { char t[9]; memcpy(t, s, strlen(s)); }',
    'void f(char *s) { char t[9]; if (strlen(s) > 8) return; memcpy(t, s, strlen(s)); }',
  ],
  [
    'memory/size-of-pointer',
    'void f(char *p) { memset(p, 0, sizeof(p)); }',
    'void f(void) { char p[9]; memset(p, 0, sizeof(p)); }',
  ],
  [
    'memory/missing-terminator',
    'void f(char *s) { char t[9]; strncpy(t, s, sizeof(t)); use(t); }',
    'void f(char *s) { char t[9]; strncpy(t, s, sizeof(t)); t[8] = 0; use(t); }',
  ],
  [
    'memory/terminator',
    'void f(int d) { char t[9]; int n = read(d, t, sizeof(t)); t[n] = 0; }',
    'void f(int d) { char t[9]; int n = read(d, t, sizeof(t) - 1); if (n < 0) return; t[n] = 0; }',
  ],
  [
    'memory/short-allocation',
    'void f(char *s) { int n = strlen(s); char *t = malloc(n); if (t) strcpy(t, s); use(t); }',
    'void f(char *s) { int n = strlen(s); char *t = malloc(n + 1); if (t) strcpy(t, s); use(t); }',
  ],
  [
    'memory/allocation-overflow',
    'int *f(unsigned n) { return malloc(n * sizeof(int)); }',
    'int *f(unsigned n) { if (n > 99) return 0; return malloc(n * sizeof(int)); }',
  ],
  [
    'memory/allocation-overflow',
    'char *f(unsigned a, unsigned b) { unsigned n = a + b; return malloc(n); }',
    'char *f(unsigned a, unsigned b) { size_t n = (size_t)a + b; return malloc(n); }',
  ],
  [
    'memory/unchecked-environment',
    'int f(void) { return atoi(getenv("N")); }',
    'int f(void) { const char *n = getenv("N"); return n ? atoi(n) : 0; }',
  ],
  [
    'memory/loop-bound',
    'struct t { int of[N]; };\nvoid f(struct t *t) { for (int i = 0; i <= N; i++) t->of[i] = 0; }',
    'struct t { int of[N]; };\nvoid f(struct t *t) { for (int i = 0; i < N; i++) t->of[i] = 0; }',
  ],
  [
    'memory/returned-local',
    'int *f(void) { struct s s; fill(&s); return &s.n; }',
    'int *f(struct s *s) { return &s->n; }',
  ],
  [
    'memory/returned-local',
    'char *f(void) { char t[9]; return t; }',
    'char *f(void) { static char t[9]; return t; }',
  ],
  [
    'reliability/unchecked-privilege',
    'void f(int u) { setuid(u); run(); }',
    'void f(int u) { if (setuid(u) != 0) exit(1); run(); }',
  ],
  [
    'reliability/check-then-use',
    'void f(char *p) { if (access(p, W_OK) == 0) use(fopen(p, "w")); }',
    'void f(char *p, char *q) { if (access(p, W_OK) == 0) use(fopen(q, "w")); }',
  ],
  [
    'reliability/ignored-result',
    'void f(char *s) { sscanf(s, "%d", &n); }',
    'int f(char *s) { return sscanf(s, "%d", &n); }',
  ],
  [
    'memory/format-arguments',
    'void f(int a) { printf("%d %*d", a, a); }',
    'void f(int a) { printf("%d %*d%%", a, a, a); }',
  ],
  [
    'memory/size-underflow',
    'int f(unsigned a, unsigned b) { return a - b > 0; }',
    'int f(unsigned a, unsigned b) { if (a < b) return 0; return a - b > 0; }',
  ],
  [
    'reliability/assignment-in-condition',
    'void f(int a) { if (a = 0) run(); }',
    'void f(int a) { if ((a = 0)) run(); if (a == 0) run(); }',
  ],
  [
    'access/memory-unsafe-call',
    'void f(char *s, int n) { char t[9]; strcpy(t, n ? s : "no"); }',
    'void f(int n) { char t[9]; strcpy(t, n ? "yes" : "no"); sprintf(t, "%s", "no"); }',
  ],
  [
    'reliability/unsafe-signal-handler',
    'static void on(int s) { free(all); }\nvoid f(void) { signal(SIGINT, on); }',
    'static void on(int s) { done = 1; }\nvoid f(void) { signal(SIGINT, on); }',
  ],
  [
    'memory/size-of-pointer',
    'void f(char p[80]) { memset(p, 0, sizeof(p)); }',
    'void f(void) { char p[80]; memset(p, 0, sizeof(p)); }',
  ],
  [
    'memory/size-of-pointer',
    'int f(int *p) { return sizeof(p) / sizeof(p[0]); }',
    'int f(void) { int p[9]; return sizeof(p) / sizeof(p[0]); }',
  ],
  [
    'memory/size-of-pointer',
    'int f(char *a, char *b) { return strncmp(a, b, sizeof(a)); }',
    'int f(char *b) { char a[9]; return strncmp(a, b, sizeof(a)); }',
  ],
  [
    'memory/short-allocation',
    'int *f(void) { int *p = malloc(10); return p; }',
    'int *f(void) { int *p = malloc(12); return p; }',
  ],
  [
    'memory/short-allocation',
    'double *f(int n) { double *p = malloc(n * sizeof(float)); return p; }',
    'double *f(int n) { double *p = malloc(n * sizeof(double)); return p; }',
  ],
  [
    'memory/missing-terminator',
    'void f(void) { char t[9]; readlink("/a", t, sizeof(t)); puts(t); }',
    'void f(void) { char t[9]; int n = readlink("/a", t, 8); if (n < 0) return; t[n] = 0; puts(t); }',
  ],
  [
    'memory/format-type',
    'void f(double a) { printf("%d", a); }',
    'void f(short a, char *b, size_t c) { printf("%d %s %zu %p %c", a, b, c, (void *)b, \'x\'); }',
  ],
  [
    'memory/format-type',
    'void f(size_t a) { printf("%d", a); }',
    'void f(size_t a) { printf("%d", (int)a); }',
  ],
  [
    'memory/variable-format',
    'void f(char *s) { char t[9]; fgets(t, 9, stdin); printf(t); }',
    'void f(int n) { const char *t = n ? "yes" : "no"; printf(t); }',
  ],
  [
    'memory/suspicious-fill',
    'void f(struct s *p) { memset(&p, 0, sizeof(*p)); }',
    'void f(struct s *p) { memset(p, 0, sizeof(*p)); memset(&p, 0, sizeof(p)); }',
  ],
  [
    'memory/uninitialized',
    'void f(char *s) { char t[80]; strcat(t, s); }',
    'void f(char *s) { char t[80]; size_t n = sizeof(t); t[0] = 0; strcat(t, s); use(n); }',
  ],
  [
    'memory/append-bound',
    'void f(char *s) { char t[9] = ""; strncat(t, s, sizeof(t) - strlen(t)); }',
    'void f(char *s) { char t[9] = ""; strncat(t, s, sizeof(t) - strlen(t) - 1); }',
  ],
  [
    'reliability/overflow-check',
    'int f(int a, int b) { return a + b < a; }',
    'int f(unsigned a, unsigned b) { return a + b < a; }',
  ],
  [
    'reliability/overflow-check',
    'int f(unsigned short a, unsigned short b) { return a + b < a; }',
    'int f(unsigned short a, unsigned short b) { return (unsigned short)(a + b) < a; }',
  ],
  [
    'reliability/constant-condition',
    'int f(char *s) { size_t n = find(s); if (n < 0) return 1; return 0; }',
    'int f(char *s) { ssize_t n = find(s); if (n < 0) return 1; return 0; }',
  ],
  [
    'reliability/endless-loop',
    'void f(int n) { for (int i = 0; i < n; i--) run(i); }',
    'void f(unsigned n) { for (unsigned i = n - 1; i < n; i--) run(i); }',
  ],
  [
    'memory/number-truncation',
    'void f(void) { char c; while ((c = getchar()) != EOF) run(c); }',
    'void f(void) { int c; while ((c = getchar()) != EOF) run(c); }',
  ],
  [
    'reliability/wrong-operator',
    'void f(char *a, char *b, int n) { if (memcmp(a, b, n == 0)) run(); }',
    'void f(char *a, char *b, int n) { if (memcmp(a, b, n) == 0) run(); }',
  ],
  [
    'reliability/wrong-operator',
    'void f(int a) { if (a && 0x20) run(); }',
    'void f(int a) { if ((a & 0x20) && a != 0x20) run(); }',
  ],
  [
    'reliability/wrong-operator',
    'void f(char *a, char *b) { if (strcpy(a, b)) run(); }',
    'void f(char *a, char *b) { if (strcmp(a, b)) run(); }',
  ],
  [
    'reliability/wrong-operator',
    'void f(int a) { if (0 < a < 9) run(); }',
    'void f(int a) { if ((0 < a) < run()) run(); }',
  ],
  [
    'reliability/no-effect',
    'void f(struct s *p, int *q) { p->next; *q; }',
    'void f(struct s *p, int *q) { (void)p->next; p->next++; UNUSED; *q++; }',
  ],
  [
    'memory/stack-in-loop',
    'void f(int n) { while (n-- > 0) run(alloca(n)); }',
    'void f(int n) { do { run(alloca(n)); } while (0); }',
  ],
  [
    'memory/late-null-check',
    'int f(struct s *p) { p->n = 1; if (!p) return 1; return 0; }',
    'int f(struct s *p) { p->n = 1; p = p->next; if (!p) return 1; return 0; }',
  ],
];

async function rulesOf(text: string): Promise<string[]> {
  const bytes = new TextEncoder().encode(`${text}\n`);
  const index = await analyzeFiles([{ path: 'a.c', sizeBytes: bytes.length, read: () => bytes }]);
  const views = index.files.map((file) => createSourceView(file, `${text}\n`));
  return memoryFaults(views).shapes.map((draft) => draft.ruleId);
}

it.each(pairs)(
  '%s is reported by the shape of the code, and not in correct code: %j',
  async (rule, weak, safe) => {
    expect(await rulesOf(weak)).toContain(rule);
    expect(await rulesOf(safe)).not.toContain(rule);
  },
);
