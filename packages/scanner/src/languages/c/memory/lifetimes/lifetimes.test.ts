import { describe, expect, it } from 'vitest';
import { analyzeFiles } from '../../../../analysis/index.ts';
import { createSourceView } from '../../../../rules/source-view.ts';
import type { IndexedFile } from '../../../../types/file-facts.ts';
import { memoryFaults } from '../memory-faults.ts';

/** Rule, weak code, and the same code corrected; C++ where necessary. */
const pairs: [string, string, string, string][] = [
  [
    'memory/use-after-free',
    'a.c',
    'static void gone(struct c *c) { free(c->n); free(c); }\nint f(struct c *c) {\n  int d = c->fd;\n  gone(c);\n  return c->fd;\n}\n',
    'static void gone(struct c *c) { free(c->n); free(c); }\nint f(struct c *c) {\n  int d = c->fd;\n  gone(c);\n  return d;\n}\n',
  ],
  [
    'memory/double-free',
    'a.c',
    'int f(char *m) {\n  if (put(m) < 0) {\n    free(m);\n    goto out;\n  }\n  free(m);\n  return 0;\nout:\n  free(m);\n  return 1;\n}\n',
    'int f(char *m) {\n  if (put(m) < 0) {\n    goto out;\n  }\n  free(m);\n  return 0;\nout:\n  free(m);\n  return 1;\n}\n',
  ],
  [
    'memory/double-free',
    'a.c',
    'static void drop(struct r *r) { free(r); }\nvoid f(struct r *r) {\n  drop(r);\n  drop(r);\n}\n',
    // Reference counting: not every call frees it.
    'static void drop(struct r *r) { if (--r->n == 0) free(r); }\nvoid f(struct r *r) {\n  drop(r);\n  drop(r);\n}\n',
  ],
  [
    'memory/invalid-reference',
    'a.cpp',
    'void f(std::vector<T> &v) {\n  T &a = v.front();\n  v.push_back(T());\n  a.n++;\n}\n',
    'void f(std::vector<T> &v) {\n  T &a = v.front();\n  a.n++;\n  v.push_back(T());\n}\n',
  ],
  [
    'memory/leak',
    'a.c',
    'int f(const char *p, char *o) {\n  int d = open(p, 0);\n  if (d < 0) return 1;\n  if (read(d, o, 9) < 0) return 1;\n  close(d);\n  return 0;\n}\n',
    'int f(const char *p, char *o) {\n  int d = open(p, 0);\n  if (d < 0) return 1;\n  if (read(d, o, 9) < 0) { close(d); return 1; }\n  close(d);\n  return 0;\n}\n',
  ],
  [
    'memory/uninitialized',
    'a.c',
    'int f(int s) {\n  int m;\n  if (s == 1) m = 1;\n  else if (s == 2) m = 2;\n  return m;\n}\n',
    'int f(int s) {\n  int m;\n  if (s == 1) m = 1;\n  else if (s == 2) m = 2;\n  else panic("no");\n  return m;\n}\n',
  ],
  [
    'memory/uninitialized',
    'a.c',
    'int f(int s) {\n  struct req *r;\n  int n;\n  if (s) {\n    int k = n + 1;\n    g(k);\n  }\n  r = malloc(sizeof *r);\n  return h(r);\n}\n',
    // Its size, its name as the name of a type, and a variable of that name in an inner block do not read its value.
    'int f(int s) {\n  struct req *req;\n  struct req *r;\n  int n;\n  if (s) {\n    ssize_t n;\n    n = 1;\n    g(n);\n  }\n  req = malloc(sizeof *req);\n  r = malloc(sizeof* r);\n  return h(req, r);\n}\n',
  ],
  [
    'memory/unchecked-length',
    'a.c',
    'int f(int d, char *o) {\n  char p[99];\n  uint16_t n;\n  read(d, p, 99);\n  n = ntohs(p[0]);\n  memcpy(o, p + 2, n);\n  return n;\n}\n',
    'int f(int d, char *o) {\n  char p[99];\n  uint16_t n;\n  read(d, p, 99);\n  n = ntohs(p[0]);\n  if (n > 97) return -1;\n  memcpy(o, p + 2, n);\n  return n;\n}\n',
  ],
  [
    'memory/signed-length',
    'a.c',
    'int f(FILE *i, char *o, char *t) {\n  int n;\n  if (fread(&n, sizeof n, 1, i) != 1) return 1;\n  if (n > 99) return 1;\n  memcpy(o, t, n);\n  return 0;\n}\n',
    'int f(FILE *i, char *o, char *t) {\n  int n;\n  if (fread(&n, sizeof n, 1, i) != 1) return 1;\n  if (n < 0 || n > 99) return 1;\n  memcpy(o, t, n);\n  return 0;\n}\n',
  ],
  [
    'memory/foreign-release',
    'a.c',
    'void f(void) {\n  char *data = NULL;\n  char kept[100];\n  data = kept;\n  use(data);\n  free(data);\n}\n',
    'void f(int n) {\n  char kept[100];\n  char *data = n < 100 ? kept : malloc(n);\n  use(data);\n  if (data != kept) free(data);\n}\n',
  ],
  [
    'memory/foreign-release',
    'b.cpp',
    'void f() {\n  Pair * data;\n  Pair kept;\n  data = &kept;\n  delete data;\n}\n',
    'void f() {\n  Pair * data;\n  Pair * kept = new Pair;\n  data = kept;\n  delete data;\n}\n',
  ],
  [
    'memory/allocation-overflow',
    'a.c',
    'char *f(FILE *i) {\n  uint32_t w, h;\n  fread(&w, 4, 1, i);\n  fread(&h, 4, 1, i);\n  return malloc(w * h * 4);\n}\n',
    'char *f(FILE *i) {\n  uint32_t w, h;\n  fread(&w, 4, 1, i);\n  fread(&h, 4, 1, i);\n  if (w > 99 || h > 99) return 0;\n  return malloc(w * h * 4);\n}\n',
  ],
];

async function rulesOf(path: string, text: string): Promise<string[]> {
  const bytes = new TextEncoder().encode(text);
  const index = await analyzeFiles([{ path, sizeBytes: bytes.length, read: () => bytes }]);
  const views = index.files.map((file: IndexedFile) => createSourceView(file, text));
  return memoryFaults(views).lifetimes.map((draft) => draft.ruleId);
}

describe('memory, files and numbers along the paths through a function', () => {
  it.each(pairs)('%s is reported where it happens and nowhere else', async (rule, path, weak, safe) => {
    expect(await rulesOf(path, weak)).toContain(rule);
    expect(await rulesOf(path, safe)).not.toContain(rule);
  });

  it.each([
    'int f(int s) {\n  int n;\n  LOAD();\n  return n + s;\n}\n',
    'int f(void) {\n  struct log *log;\n  log = malloc(sizeof(struct log));\n  return g(log);\n}\n',
    'long f(long n) {\n  long r;\n  asm ("neg %0" : "=a" (r) : "r" (n));\n  return r;\n}\n',
  ])('a name that a macro, assembly or a call may assign counts as assigned: %j', async (text) => {
    expect(await rulesOf('a.c', text)).toEqual([]);
  });
});
