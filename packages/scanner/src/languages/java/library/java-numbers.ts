import {
  type NullableRule,
  type NumberRule,
  number,
  type SizeRule,
  size,
} from '../../../flow/language-model.ts';
import { javaRequest } from './java-sources.ts';

const random = { source: { kind: 'random', exposure: 'local' } } as const;
const generator = /Random\b|\bsplittable/;
const asked = { source: { kind: 'http_header', exposure: 'external' } } as const;
const lists = /List\b|\bVector\b/;

/** Java calls that convert text or bytes to a number. */
export const javaNumbers: readonly NumberRule[] = [
  number('int', 'parseInt parseUnsignedInt decode valueOf', 'first', /\bInteger\b/),
  number('int', 'tryParse', 'first', /\bInts\b/),
  number('int', 'toInt createInteger', 'first', /NumberUtils/),
  number('long', 'parseLong parseUnsignedLong decode valueOf', 'first', /\bLong\b/),
  number('long', 'toLong createLong', 'first', /NumberUtils/),
  number('short', 'parseShort decode valueOf', 'first', /\bShort\b/),
  number('byte', 'parseByte decode valueOf', 'first', /\bByte\b/),
  number('float', 'parseFloat valueOf', 'first', /\bFloat\b/),
  number('double', 'parseDouble valueOf', 'first', /\bDouble\b/),
  number('int', 'intValue', 'self'),
  number('long', 'longValue', 'self'),
  number('short', 'shortValue', 'self'),
  number('byte', 'byteValue', 'self'),
  number('float', 'floatValue', 'self'),
  number('double', 'doubleValue', 'self'),
  number('int', 'nextInt readInt asInt getAsInt intNumber', 'self', /^(?!.*[rR]andom)/),
  number('long', 'nextLong readLong asLong getAsLong', 'self', /^(?!.*[rR]andom)/),
  number('short', 'nextShort readShort', 'self'),
  number('int', 'readUnsignedShort', 'self', undefined, { lo: 0, hi: 65_535 }),
  number('int', 'readUnsignedByte', 'self', undefined, { lo: 0, hi: 255 }),
  number('int', 'getInt', 'self', /ByteBuffer|wrap\(|[jJ][sS][oO][nN]|\bBundle\b/),
  number('long', 'getLong', 'self', /ByteBuffer|wrap\(|[jJ][sS][oO][nN]|\bBundle\b/),
  number('short', 'getShort', 'self', /ByteBuffer|wrap\(/),
  number('int', 'getIntHeader getContentLength', 'any', javaRequest, asked),
  number('long', 'getContentLengthLong getDateHeader', 'any', javaRequest, asked),
  number('int', 'nextInt', 'any', generator, random),
  number('long', 'nextLong', 'any', generator, random),
];

/** Calls that take a number as a size, an index or a time. */
export const javaSizes: readonly SizeRule[] = [
  size(
    'allocation',
    'ArrayList HashMap HashSet LinkedHashMap LinkedHashSet Hashtable Vector PriorityQueue PriorityBlockingQueue ArrayDeque ConcurrentHashMap WeakHashMap IdentityHashMap ArrayBlockingQueue StringBuilder StringBuffer StringWriter CharArrayWriter ByteArrayOutputStream BitSet AtomicIntegerArray AtomicLongArray AtomicReferenceArray',
  ),
  size(
    'allocation',
    'BufferedInputStream BufferedOutputStream BufferedReader BufferedWriter PushbackInputStream PushbackReader',
    1,
  ),
  size('allocation', 'allocate allocateDirect', 0, /\b(?:Byte|Char|Int|Long|Short|Float|Double)Buffer\b/),
  size('allocation', 'readNBytes ensureCapacity'),
  size('allocation', 'setLength', 0, /String(?:Builder|Buffer)/),
  size('allocation', 'setSize', 0, /\bVector\b/),
  size('allocation', 'nCopies', 0, /\bCollections\b/),
  size('allocation', 'copyOf', 1, /\bArrays\b/),
  size('allocation', 'newInstance', 1, /\bArray\b/),
  size('allocation', 'repeat', 0, /^(?!.*[mM]ock)/),
  size('allocation', 'repeat leftPad rightPad center', 1, /StringUtils|Strings\b/),
  size('allocation', 'newFixedThreadPool newScheduledThreadPool', 0, /\bExecutors\b/),
  size('wait', 'sleep', 0, /\bThread\b|TimeUnit|\bUninterruptibles\b|\b(?:NANO|MICRO|MILLI)?SECONDS\b/),
  size('wait', 'parkNanos', 0, /\bLockSupport\b/),
  size('index', 'charAt codePointAt', 0, /\b(?:String\w*|CharSequence)\b/),
  size('index', 'get elementAt remove', 0, lists),
];

/** Calls that return null if they find nothing. */
export const javaNullable: readonly NullableRule[] = [
  { name: 'getenv', args: 1, on: /\bSystem\b/ },
  {
    name: 'getProperty',
    args: 1,
    on: /\bSystem\b|\bProperties\b/,
    except: /^(?:java|os|user|file|line|path)\./,
  },
  { name: 'getParameter', args: 1, on: /\b(?:Http)?ServletRequest\b|\b[rR]equest\b|\breq\b/ },
];
