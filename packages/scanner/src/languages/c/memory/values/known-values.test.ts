import { describe, expect, it } from 'vitest';
import { analyzeFiles } from '../../../../analysis/index.ts';
import { createSourceView } from '../../../../rules/source-view.ts';
import type { IndexedFile } from '../../../../types/file-facts.ts';
import { memoryFaults } from '../memory-faults.ts';

/** Rule, weak code, and the same code corrected. */
const pairs: [string, string, string, string][] = [
  [
    'memory/known-overflow',
    'a.c',
    'void put(char *to) {\n  char from[100];\n  memset(from, 65, 99);\n  from[99] = 0;\n  strcpy(to, from);\n}\nvoid f(void) {\n  char small[50];\n  put(small);\n}\n',
    'void put(char *to) {\n  char from[100];\n  memset(from, 65, 99);\n  from[99] = 0;\n  strcpy(to, from);\n}\nvoid f(void) {\n  char small[100];\n  put(small);\n}\n',
  ],
  [
    'memory/known-underflow',
    'a.c',
    'void f(void) {\n  char room[100];\n  char *data = room - 8;\n  memset(data, 65, 9);\n}\n',
    'void f(void) {\n  char room[100];\n  char *data = room + 8;\n  data = data - 8;\n  memset(data, 65, 9);\n}\n',
  ],
  [
    'memory/known-overread',
    'a.c',
    'void f(void) {\n  char from[50];\n  char to[100];\n  memset(from, 65, 50);\n  memcpy(to, from, sizeof(to));\n}\n',
    'void f(void) {\n  char from[50];\n  char to[100];\n  memset(from, 65, 50);\n  memcpy(to, from, sizeof(from));\n}\n',
  ],
  [
    'memory/known-underread',
    'a.c',
    'int f(void) {\n  int all[9] = {1};\n  int *one = all - 1;\n  return one[0];\n}\n',
    'int f(void) {\n  int all[9] = {1};\n  int *one = all + 1;\n  return one[-1];\n}\n',
  ],
  [
    'memory/unchecked-index',
    'a.c',
    'int f(const char *s) {\n  int all[9] = {1};\n  int n = atoi(s);\n  if (n < 9) return all[n];\n  return 0;\n}\n',
    'int f(const char *s) {\n  int all[9] = {1};\n  int n = atoi(s);\n  if (n >= 0 && n < 9) return all[n];\n  return 0;\n}\n',
  ],
  [
    'memory/number-overflow',
    'a.c',
    'void f(void) {\n  int n;\n  fscanf(stdin, "%d", &n);\n  int more = n + 1;\n  printf("%d", more);\n}\n',
    'void f(void) {\n  int n;\n  fscanf(stdin, "%d", &n);\n  if (n < INT_MAX) {\n    int more = n + 1;\n    printf("%d", more);\n  }\n}\n',
  ],
  [
    'memory/number-overflow',
    'a.c',
    'int f(void) {\n  int n, m;\n  if (scanf("%d %d", &n, &m) != 2) return 0;\n  return n * m;\n}\n',
    'int f(void) {\n  int n, m;\n  if (scanf("%d %d", &n, &m) != 2 || n < 0 || n > 99 || m < 0 || m > 99) return 0;\n  return n * m;\n}\n',
  ],
  [
    'memory/number-underflow',
    'a.c',
    'void f(void) {\n  char low = CHAR_MIN;\n  --low;\n  printf("%d", low);\n}\n',
    'void f(void) {\n  char low = CHAR_MIN;\n  ++low;\n  printf("%d", low);\n}\n',
  ],
  [
    'memory/number-truncation',
    'a.c',
    'void f(const char *s) {\n  int n = atoi(s);\n  char c = (char)n;\n  putchar(c);\n}\n',
    'void f(const char *s) {\n  int n = atoi(s);\n  if (n < 0 || n > 100) return;\n  char c = (char)n;\n  putchar(c);\n}\n',
  ],
  [
    'reliability/division-by-input',
    'a.c',
    'static int part(int n) { return 100 / n; }\nint f(const char *s) {\n  int n = atoi(s);\n  return part(n);\n}\n',
    'static int part(int n) { return n != 0 ? 100 / n : 0; }\nint f(const char *s) {\n  int n = atoi(s);\n  return part(n);\n}\n',
  ],
  [
    'memory/null-dereference',
    'a.c',
    'int f(struct s *p) {\n  if (p == NULL) return p->n;\n  return 0;\n}\n',
    'int f(struct s *p) {\n  if (p == NULL) return 0;\n  return p->n;\n}\n',
  ],
  [
    'memory/unchecked-allocation',
    'a.c',
    'static int *room(void) { return malloc(40); }\nint f(void) {\n  int *p = room();\n  p[0] = 1;\n  free(p);\n  return 0;\n}\n',
    'static int *room(void) { return malloc(40); }\nint f(void) {\n  int *p = room();\n  if (!p) return 1;\n  p[0] = 1;\n  free(p);\n  return 0;\n}\n',
  ],
  [
    'memory/uninitialized',
    'a.c',
    'void f(void) {\n  int all[10];\n  int i;\n  for (i = 0; i < 5; i++) all[i] = i;\n  for (i = 0; i < 10; i++) printf("%d", all[i]);\n}\n',
    'void f(void) {\n  int all[10];\n  int i;\n  for (i = 0; i < 10; i++) all[i] = i;\n  for (i = 0; i < 10; i++) printf("%d", all[i]);\n}\n',
  ],
  [
    'memory/signed-length',
    'a.c',
    'void f(const char *s, char *from) {\n  char to[100];\n  short n = atoi(s);\n  if (n < 100) memcpy(to, from, n);\n}\n',
    'void f(const char *s, char *from) {\n  char to[100];\n  short n = atoi(s);\n  if (n > 0 && n < 100) memcpy(to, from, n);\n}\n',
  ],
  [
    'memory/unchecked-length',
    'a.c',
    'void f(const char *s, char *from) {\n  char to[100];\n  unsigned long n = strtoul(s, NULL, 10);\n  memcpy(to, from, n);\n}\n',
    'void f(const char *s, char *from) {\n  char to[100];\n  unsigned long n = strtoul(s, NULL, 10);\n  if (n > sizeof(to)) return;\n  memcpy(to, from, n);\n}\n',
  ],
  [
    'memory/allocation-overflow',
    'a.cpp',
    'static char *room(size_t n) { return new char[n]; }\nchar *f(const char *s) {\n  size_t n = strtoul(s, 0, 0);\n  return room(n);\n}\n',
    'static char *room(size_t n) { return new char[n]; }\nchar *f(const char *s) {\n  size_t n = strtoul(s, 0, 0);\n  if (n > 100) return 0;\n  return room(n);\n}\n',
  ],
  [
    'memory/double-free',
    'a.c',
    'static void drop(char *p) { free(p); }\nvoid f(void) {\n  char *p = malloc(9);\n  if (!p) return;\n  free(p);\n  drop(p);\n}\n',
    // After a failed realloc, the old block is still there.
    'void f(void) {\n  char *p = malloc(9);\n  if (!p) return;\n  char *q = realloc(p, 99);\n  if (q == NULL) { free(p); return; }\n  free(q);\n}\n',
  ],
  [
    'memory/mismatched-release',
    'a.cpp',
    'static int *room() { return new int[9]; }\nvoid f() {\n  int *p = room();\n  delete p;\n}\n',
    'static int *room() { return new int[9]; }\nvoid f() {\n  int *p = room();\n  delete[] p;\n}\n',
  ],
  [
    'memory/foreign-release',
    'a.c',
    'void f(void) {\n  char *p = malloc(9);\n  if (!p) return;\n  strcpy(p, "ab");\n  for (; *p != 0; p++) if (*p == 98) break;\n  free(p);\n}\n',
    'void f(size_t n) {\n  char room[9];\n  char *p;\n  if (n > 9) p = malloc(n); else p = room;\n  use(p);\n  if (p != room) free(p);\n}\n',
  ],
  [
    'memory/leak',
    'a.c',
    'void f(void) {\n  FILE *in = fopen("a", "r");\n  if (in != NULL) fgetc(in);\n}\n',
    'void f(void) {\n  FILE *in = fopen("a", "r");\n  if (in != NULL) { fgetc(in); fclose(in); }\n}\n',
  ],
  [
    'memory/use-after-free',
    'a.c',
    'static void show(char *p) { putchar(p[0]); }\nvoid f(void) {\n  char *p = malloc(9);\n  if (!p) return;\n  p[0] = 1;\n  free(p);\n  show(p);\n}\n',
    'static void show(char *p) { putchar(p[0]); }\nvoid f(void) {\n  char *p = malloc(9);\n  if (!p) return;\n  p[0] = 1;\n  show(p);\n  free(p);\n}\n',
  ],
];

async function toldOf(files: Record<string, string>): Promise<string[]> {
  const entries = Object.entries(files).map(([path, text]) => {
    const bytes = new TextEncoder().encode(text);
    return { path, sizeBytes: bytes.length, read: () => bytes };
  });
  const index = await analyzeFiles(entries);
  const views = index.files.map((file: IndexedFile) => createSourceView(file, files[file.path] ?? ''));
  return memoryFaults(views).values.map(({ ruleId, file, line }) => `${ruleId} ${file}:${line}`);
}

describe('known sizes, numbers and owners across functions', () => {
  it.each(pairs)('%s is reported where it follows and nowhere else', async (rule, path, weak, safe) => {
    const found = await toldOf({ [path]: weak });
    expect(found.map((one) => one.split(' ')[0])).toContain(rule);
    expect(await toldOf({ [path]: safe })).toEqual([]);
  });

  it('a value is followed into another file, and reported where it does harm', async () => {
    const sink = 'void sink(char *to) {\n  memset(to, 0, 20);\n}\n';
    const source = (size: number) =>
      `void sink(char *to);\nvoid f(void) {\n  char to[${size}];\n  sink(to);\n}\n`;
    expect(await toldOf({ 'a.c': source(10), 'b.c': sink })).toEqual(['memory/known-overflow b.c:2']);
    expect(await toldOf({ 'a.c': source(20), 'b.c': sink })).toEqual([]);
  });

  it.each([
    'void f(void) {\n  FILE *in = fopen("a", "r");\n  ASSERT(in != NULL);\n  fgetc(in);\n  fclose(in);\n}\n',
    'long f(long n) {\n  long r;\n  __asm__ volatile ("neg %0" : "=a" (r) : "r" (n));\n  return r;\n}\n',
    // A macro, or an unknown call, may assign the name.
    'void f(void) {\n  int n;\n  readNumber(state, n);\n  printf("%d", n);\n}\n',
    'void f(unsigned n) {\n  char room[8];\n  if (n > 4096) n = 4096;\n  fill(room);\n  memcpy(room, source, n);\n}\n',
    'static void fail(const char *why) { puts(why); exit(1); }\nvoid f(void) {\n  int *p = malloc(4);\n  if (p == NULL) fail("no room");\n  *p = 1;\n  free(p);\n}\n',
    'int f(struct list *all) {\n  struct list *one = NULL;\n  for (struct list *one = all; one; one = one->next) use(one);\n  int new = 3;\n  return new;\n}\n',
    'void f(void) {\n  int r;\n  do r = step(); while (r == -1);\n}\n',
  ])('nothing is reported about code that may well be correct: %j', async (text) => {
    expect(await toldOf({ 'a.c': text })).toEqual([]);
  });

  it.each([
    [
      'void f() {\n  int * data;\n  data = new int[100];\n  data[0] = 5;\n  printLine(data[0]);\n}\n',
      ['memory/leak a.cpp:3'],
    ],
    ['void f() {\n  int * data = new int[9];\n  data[0] = 5;\n  delete[] data;\n}\n', []],
    ['void f(List * all) {\n  int * data = new int[9];\n  keep(all, data);\n}\n', []],
    ['int * f() {\n  int * data = new int[9];\n  data[0] = 5;\n  return data;\n}\n', []],
    ['void f(Node * to) {\n  int * data = new int[9];\n  to->data = data;\n}\n', []],
    ['void f() {\n  static int * data;\n  data = new int[9];\n  data[0] = 5;\n}\n', []],
  ])('memory leaks if it is neither freed, passed on nor stored: %j', async (text, expected) => {
    expect(await toldOf({ 'a.cpp': text })).toEqual(expected);
  });
});
