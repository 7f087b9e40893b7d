import {
  clean,
  type LanguageModel,
  misuse,
  number,
  sink,
  size,
  source,
} from '../../../flow/language-model.ts';
import { javaModel } from '../../java/library/java-model.ts';

/** Android in Java and Kotlin: data from other applications, and sinks for it. */
const android = {
  calls: [
    source(
      'argument',
      'getStringExtra getStringArrayExtra getStringArrayListExtra getCharSequenceExtra getParcelableExtra getSerializableExtra getBundleExtra getDataString',
      /[iI]ntent|\bdata\b|extras/,
      'local',
    ),
    source(
      'argument',
      'getQueryParameter getLastPathSegment getPathSegments',
      /\buri\b|Uri|data\b|getData/,
      'local',
    ),
    source('argument', 'getString getCharSequence', /[eE]xtras|[bB]undle/, 'local'),
  ],
  reads: [
    source('argument', 'dataString lastPathSegment pathSegments', /[iI]ntent|\buri\b|Uri|\bdata\b/, 'local'),
  ],
  sinks: [
    sink('xss', 'loadUrl loadData evaluateJavascript postUrl', 0, undefined, 'head'),
    sink('xss', 'loadDataWithBaseURL', 1),
    sink('path', 'open', 0, /ParcelFileDescriptor/),
    sink('sql', 'query', 2, /[dD]b|[dD]atabase|SQLite/, 'built'),
  ],
} as const;

export const androidJavaModel: LanguageModel = {
  ...javaModel,
  calls: [...javaModel.calls, ...android.calls],
  reads: [...javaModel.reads, ...android.reads],
  sinks: [...javaModel.sinks, ...android.sinks],
  hints: new RegExp(
    `${javaModel.hints.source}|\\b(?:getStringExtra|getQueryParameter|rawQuery|execSQL|loadUrl)\\b`,
  ),
};

const kotlinHints =
  /\bcall\.(?:receive\w*|parameters|request|respond\w*)|\bio\.ktor\b|\b(?:JdbcTemplate|okhttp3|ContentProvider|Intent|WebView|MultipartFile|\w*InputStream|File|Paths?|kotlin\.random)\b/;

/** Kotlin's names for Java's number types. */
const kotlinTypes: Readonly<Record<string, string>> = {
  byte: 'Byte',
  short: 'Short',
  int: 'Int',
  long: 'Long',
  float: 'Float',
  double: 'Double',
};

/** Kotlin: Java's libraries, Kotlin's calls on them, and Ktor. */
export const kotlinModel: LanguageModel = {
  ...androidJavaModel,
  numbers: [
    ...(javaModel.numbers ?? []).map((rule) => ({ ...rule, type: kotlinTypes[rule.type] ?? rule.type })),
    number('Int', 'toInt toIntOrNull', 'self'),
    number('Long', 'toLong toLongOrNull', 'self'),
    number('Double', 'toDouble toDoubleOrNull', 'self'),
  ],
  sizes: [
    ...(javaModel.sizes ?? []),
    size('allocation', 'ByteArray CharArray IntArray LongArray DoubleArray BooleanArray arrayOfNulls'),
    size('wait', 'delay', 0, /^\s*$/),
  ],
  calls: [
    ...androidJavaModel.calls,
    source('body', 'receiveStream receiveChannel receiveMultipart receiveNullable', /\bcall\b/),
  ],
  reads: [
    ...androidJavaModel.reads,
    source('cookie', 'cookies', /\bcall\.request/),
    {
      ...source(
        'archive_entry',
        'name',
        /\b(?:Zip|Jar|Tar|Archive|SevenZ)\w*Entry\b|\bnextEntry\b|\b(?:zip|jar|tar|archive)?_?[eE]ntry\b/,
      ),
      only: ['path'],
    },
  ],
  sinks: [
    // Creating a File has no effect yet; only reading or writing does.
    ...androidJavaModel.sinks.flatMap((rule) =>
      rule.kind === 'path' && /^File /.test(rule.name) ? [{ ...rule, name: rule.name.slice(5) }] : [rule],
    ),
    // Inside `transaction { }`, it has no receiver.
    sink('sql', 'exec', 0, /[tT]ransaction|^\s*$/, 'sql'),
    sink('regex', 'Regex', 0),
    sink('regex', 'toRegex toPattern', '@'),
    sink('xss', 'raw', 0, /^\s*$|[uU]nsafe/),
    sink('ssrf', 'readText readBytes openStream openConnection', '@', /\bURL?\b|^\S*\s+URL/),
    sink('ssrf', 'get post put delete request head', 0, /[hH]ttpClient|\bclient\b/),
    sink('redirect', 'respondRedirect', 0, undefined, 'head'),
    sink('header', 'append', 1, /headers/, 'text'),
    sink('header', 'header', 1, /response/, 'text'),
    sink('path', 'respondFile', [0, 1]),
    sink('path', 'LocalFileContent', 0),
    sink(
      'path',
      'readText readBytes readLines forEachLine useLines inputStream outputStream bufferedReader bufferedWriter reader writer printWriter writeText writeBytes appendText appendBytes delete deleteRecursively copyTo copyRecursively renameTo listFiles mkdir mkdirs createNewFile',
      '@',
      /\bFile\b|^\S*\s+File/,
    ),
  ],
  writes: [sink('redirect', 'url', 0, /RedirectView/, 'head')],
  cleans: [...androidJavaModel.cleans, clean(['regex'], 'escape', /\bRegex\b/)],
  misuse: [
    ...androidJavaModel.misuse,
    misuse('weak_random', 'nextInt nextLong nextBytes nextDouble', {
      on: /kotlin\.random|\bRandom\b/,
      context: /token|secret|passw|session|nonce|salt|otp|\bpin\b|\bkey\b|reset|verification/i,
      weight: 0.7,
    }),
  ],
  hints: new RegExp(`${androidJavaModel.hints.source}|${kotlinHints.source}`),
};
