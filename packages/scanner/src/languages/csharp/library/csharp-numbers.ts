import {
  type NullableRule,
  type NumberRule,
  number,
  type SizeRule,
  size,
} from '../../../flow/language-model.ts';

const random = { source: { kind: 'random', exposure: 'local' } } as const;

/** `int.Parse`, `Int32.TryParse`, `Convert.ToInt32`, and methods that read a number from bytes or JSON. */
const typed = (type: string, owner: RegExp, names: string): NumberRule[] => [
  number(type, 'Parse', 'first', owner),
  number(type, 'TryParse', 'first', owner, { out: true }),
  number(type, names, 'any', /^(?!.*(?:Dapper|Random)).*/),
];

/** .NET calls that convert text or bytes to a number. */
export const csharpNumbers: readonly NumberRule[] = [
  ...typed('int', /\b(?:int|Int32)\b/, 'ToInt32 ReadInt32 GetInt32 ReadInt32BigEndian ReadInt32LittleEndian'),
  ...typed('uint', /\b(?:uint|UInt32)\b/, 'ToUInt32 ReadUInt32 GetUInt32'),
  ...typed(
    'long',
    /\b(?:long|Int64)\b/,
    'ToInt64 ReadInt64 GetInt64 ReadInt64BigEndian ReadInt64LittleEndian',
  ),
  ...typed('ulong', /\b(?:ulong|UInt64)\b/, 'ToUInt64 ReadUInt64 GetUInt64'),
  ...typed('short', /\b(?:short|Int16)\b/, 'ToInt16 ReadInt16 GetInt16'),
  ...typed('ushort', /\b(?:ushort|UInt16)\b/, 'ToUInt16 ReadUInt16 GetUInt16'),
  ...typed('byte', /\b(?:byte|Byte)\b/, 'ToByte GetByte'),
  ...typed('sbyte', /\b(?:sbyte|SByte)\b/, 'ToSByte ReadSByte GetSByte'),
  ...typed('float', /\b(?:float|Single)\b/, 'ToSingle ReadSingle GetSingle'),
  ...typed('double', /\b(?:double|Double)\b/, 'ToDouble ReadDouble GetDouble'),
  number('int', 'Next', 'any', /\bRandom\b|\brandom\b/, { ...random, lo: 0 }),
  number('int', 'GetInt32', 'any', /RandomNumberGenerator/, random),
];

/** Calls that take a number as a size, an index or a time. */
export const csharpSizes: readonly SizeRule[] = [
  size(
    'allocation',
    'List ArrayList Dictionary HashSet Hashtable Queue Stack SortedList StringBuilder MemoryStream BitArray PriorityQueue BlockingCollection',
  ),
  size('allocation', 'ConcurrentDictionary', 1),
  size('allocation', 'string String', 1),
  size('allocation', 'ReadBytes', 0, /Reader\b/),
  size('allocation', 'Rent', 0, /Pool\b|\bShared\b/),
  size('allocation', 'Repeat', 1, /\bEnumerable\b/),
  size('allocation', 'PadLeft PadRight EnsureCapacity'),
  size('allocation', 'SetLength', 0, /MemoryStream/),
  size('allocation', 'Resize', 1, /\bArray\b/),
  size('allocation', 'CreateInstance', 1, /\bArray\b/),
  size('allocation', 'AllocateUninitializedArray AllocateArray', 0, /\bGC\b/),
  size('allocation', 'AllocHGlobal AllocCoTaskMem', 0, /\bMarshal\b/),
  size('wait', 'Sleep', 0, /\bThread\b/),
  size('wait', 'Delay', 0, /\bTask\b/),
  size('index', 'ElementAt RemoveAt GetRange', 0, /List\b|\bEnumerable\b|\[\]/),
];

/** Calls that return null if they find nothing. */
export const csharpNullable: readonly NullableRule[] = [
  { name: 'GetEnvironmentVariable', args: 1, on: /\bEnvironment\b/ },
];
