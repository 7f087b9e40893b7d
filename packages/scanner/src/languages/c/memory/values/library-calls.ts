import { rangeOf, typeOfWords } from '../../frontend/c-types.ts';
import { argumentValue, type Call, type Handler } from './call-arguments.ts';
import type { Evaluator } from './evaluator.ts';
import { allocated, duplicated, opened, reallocated, released } from './library-blocks.ts';
import { fromOutside, received, scanned } from './library-input.ts';
import { copy, copyBounded, copyText, fill, lengthOf, printed } from './library-texts.ts';
import { exactNumber, openNumber, type Value } from './memory.ts';

const asInt = rangeOf(typeOfWords(['int']));
const asLong = rangeOf(typeOfWords(['long']));

const absolute: Handler = (ev, e) => {
  const value = argumentValue(ev, e, 0);
  if (value.kind !== 'number' || value.how !== 'exact') return openNumber(0, Number.POSITIVE_INFINITY);
  return exactNumber(Math.abs(value.low));
};

const library: Record<string, Handler> = {};
const define = (names: string, handler: Handler) => {
  for (const name of names.split(' ')) library[name] = handler;
};
define('memcpy memmove mempcpy __builtin_memcpy', copy(0, 1, 1));
define('wmemcpy wmemmove', copy(0, 1, 4));
define('bcopy', copy(1, 0, 1));
define('memset', fill(1));
define('wmemset', fill(4));
define('bzero', fill(1, 0, 1));
define('strcpy stpcpy', copyText(1, false));
define('wcscpy', copyText(4, false));
define('strcat', copyText(1, true));
define('wcscat', copyText(4, true));
define('strncpy', copyBounded(1, false));
define('wcsncpy', copyBounded(4, false));
define('strncat', copyBounded(1, true));
define('wcsncat', copyBounded(4, true));
define('strlen', lengthOf(1));
define('wcslen', lengthOf(4));
define('fgets', received(0, [1], 1, true));
define('fgetws', received(0, [1], 4, true));
define('fread', received(0, [1, 2], 1, false));
define('read recv recvfrom pread', received(1, [2], 1, false));
define('scanf wscanf', scanned(1));
define('fscanf sscanf fwscanf swscanf', scanned(2));
define('atoi _wtoi', fromOutside(asInt));
define('atol atoll strtol strtoll strtoimax wcstol', fromOutside(asLong));
define('strtoul strtoull strtoumax', fromOutside([0, 2 ** 64]));
define('rand RAND32 random', fromOutside(asInt));
define('RAND64', fromOutside(asLong));
define('atof strtod strtof', fromOutside([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]));
define('malloc', allocated([0]));
define('calloc', allocated([0, 1]));
define('alloca _alloca ALLOCA __builtin_alloca', allocated([0], true));
define('realloc', reallocated);
define('strdup _strdup', duplicated(1));
define('wcsdup _wcsdup', duplicated(4));
define('free cfree', released('free'));
define('fclose pclose closedir', released('fclose'));
define('fopen fdopen tmpfile popen _wfopen opendir', opened);
define('abs labs llabs fabs', absolute);
define('snprintf swprintf _snprintf _snwprintf', printed(0, 1));

/** The index of the file argument of each call. */
const filesAt: Record<string, number> = {
  fgetc: 0,
  getc: 0,
  fgets: 2,
  fgetws: 2,
  fread: 3,
  fwrite: 3,
  fprintf: 0,
  fscanf: 0,
  fseek: 0,
  ftell: 0,
  rewind: 0,
  fputs: 1,
  fputc: 1,
  getline: 2,
  readdir: 0,
  fclose: 0,
  pclose: 0,
  closedir: 0,
};

/** The effect of a function of the standard library; undefined for all others. */
export function callLibrary(ev: Evaluator, name: string, e: Call): Value | undefined {
  const at = Object.hasOwn(filesAt, name) ? filesAt[name] : undefined;
  const file = at === undefined ? undefined : e.args[at];
  if (file?.kind === 'name') {
    const held = ev.value(file);
    if (held.kind === 'pointer') ev.followed(held, file);
  }
  return Object.hasOwn(library, name) ? library[name]?.(ev, e, name) : undefined;
}
