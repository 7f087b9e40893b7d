import type { FindingDraft } from '../../../rules/finding-draft.ts';
import type { SourceView } from '../../../rules/source-view.ts';

const mostPerFile = 40;
const width: Record<string, number> = {
  char: 1,
  uint8_t: 1,
  int8_t: 1,
  wchar_t: 4,
  short: 2,
  uint16_t: 2,
  int16_t: 2,
  int: 4,
  unsigned: 4,
  float: 4,
  uint32_t: 4,
  int32_t: 4,
  long: 8,
  double: 8,
  size_t: 8,
  int64_t: 8,
  uint64_t: 8,
};

interface Block {
  /** Bytes; undefined when not known. */
  bytes: number;
  element: number;
}

/** A number, or a product or sum of numbers and `sizeof(type)`, macros of the file resolved; undefined for all else. */
export function constantSize(text: string, macros: ReadonlyMap<string, number>): number | undefined {
  const plain = text
    .replace(
      /\bsizeof\s*\(\s*(?:unsigned\s+|signed\s+|const\s+|struct\s+)*(\w+)\s*\)/g,
      (whole, type: string) => (width[type] === undefined ? whole : String(width[type])),
    )
    .replace(/\b([A-Za-z_]\w*)\b/g, (name) => (macros.has(name) ? String(macros.get(name)) : name))
    .replace(/\s+/g, '');
  const sum = /^\(?((?:\d+|\(\d+[-+]\d+\))(?:\*(?:\d+|\(\d+[-+]\d+\)))*)(?:([-+])(\d+))?\)?$/.exec(plain);
  if (sum === null) return undefined;
  const product = sum[1]!.split('*').reduce((value, part) => {
    const inner = /^\((\d+)([-+])(\d+)\)$/.exec(part);
    return value * (inner ? Number(inner[1]) + (inner[2] === '-' ? -1 : 1) * Number(inner[3]) : Number(part));
  }, 1);
  return sum[2] === undefined ? product : product + (sum[2] === '-' ? -1 : 1) * Number(sum[3]);
}

const writes =
  /\b(memcpy|memmove|memset|strncpy|strncat|wcsncpy|wmemset|wmemcpy|fgets|read|recv|snprintf|strcpy|wcscpy|strcat)\s*\(\s*(?:\([^()]*\)\s*)?(?:(?<=\b(?:read|recv)\s*\(\s*)\w+\s*,\s*)?([A-Za-z_]\w*)\s*,([^;]{0,200}?)\)\s*;|\bfor\s*\(\s*(?:\w+\s+)?(\w+)\s*=\s*0\s*;\s*\4\s*(<=?)\s*([\w*()+\- ]{1,40}?)\s*;[^(){};]{0,30}\)\s*\{?\s*([A-Za-z_]\w*)\s*\[\s*\4\s*\]\s*=(?!=)/g;

/**
 * Copies of a size that is known into blocks whose size is known and smaller: arrays and allocations of the function,
 * also through a pointer that was set to one of them.
 */
export function knownSizes(view: SourceView): FindingDraft[] {
  if (view.file.language !== 'C' && view.file.language !== 'C++') return [];
  if (!view.sketch.mayMatch(writes)) return [];
  const macros = new Map<string, number>();
  for (const match of view.code.matchAll(/^[ \t]*#\s*define\s+(\w+)\s+\(?(\d{1,9})\)?\s*$/gm))
    macros.set(match[1]!, Number(match[2]));
  const drafts: FindingDraft[] = [];
  for (const match of view.code.matchAll(writes)) {
    if (drafts.length >= mostPerFile) break;
    const line = view.lineAt(match.index);
    const around = view.functionAt(line);
    if (!around) continue;
    const body = view.code.slice(view.offsetOf(around.line), match.index);
    const name = match[2] ?? match[7]!;
    const target = blockOf(name, body, macros, 0);
    if (target === undefined) continue;
    const written =
      match[1] === undefined ? loopBytes(match, target, macros) : callBytes(match, body, macros);
    if (written === undefined || written <= target.bytes) continue;
    drafts.push(draft(view, match.index, name, target.bytes, written));
  }
  return drafts;
}

function loopBytes(
  match: RegExpExecArray,
  target: Block,
  macros: ReadonlyMap<string, number>,
): number | undefined {
  const bound = constantSize(match[6]!, macros);
  return bound === undefined ? undefined : (match[5] === '<=' ? bound + 1 : bound) * target.element;
}

function callBytes(
  match: RegExpExecArray,
  body: string,
  macros: ReadonlyMap<string, number>,
): number | undefined {
  const [name, rest] = [match[1]!, match[3]!];
  const args = rest.split(/,(?![^(]*\))/).map((one) => one.trim());
  const unit = name.startsWith('w') ? 4 : 1;
  if (/^(?:strcpy|wcscpy|strcat)$/.test(name)) return filledText(args[0] ?? '', body, macros, unit);
  const length = args[/^(?:fgets|read|recv|snprintf)$/.test(name) ? 0 : 1];
  if (length === undefined) return undefined;
  // The length of what is copied, when it was filled before.
  const measured =
    /^\(?\s*(?:str|wcs)len\s*\(\s*(\w+)\s*\)(?:\s*\+\s*(\d+))?\s*\)?(\s*\*\s*sizeof\s*\(\s*\w+\s*\))?$/.exec(
      length,
    );
  if (measured) {
    const text = filledText(measured[1]!, body, macros, unit);
    return text === undefined ? undefined : text - unit + Number(measured[2] ?? 0);
  }
  const size = constantSize(length, macros);
  return size === undefined ? undefined : size * (/^(?:wcsncpy|wmem)/.test(name) ? 4 : 1);
}

/** Bytes of a text with its end that `memset(source, 'C', 100 - 1)` or a literal in its declaration made. */
function filledText(
  source: string,
  body: string,
  macros: ReadonlyMap<string, number>,
  unit: number,
): number | undefined {
  if (!/^\w+$/.test(source)) return undefined;
  const filled = [
    ...body.matchAll(
      new RegExp(String.raw`\bw?mem_?set\s*\(\s*${source}\s*,[^,;]{1,30},\s*([^;]{1,60}?)\)\s*;`, 'g'),
    ),
  ].at(-1);
  const signs = filled ? constantSize(filled[1]!, macros) : undefined;
  return signs === undefined ? undefined : (signs + 1) * unit;
}

/** The block that a name stands for at the end of `body`. */
function blockOf(
  name: string,
  body: string,
  macros: ReadonlyMap<string, number>,
  depth: number,
): Block | undefined {
  const array = new RegExp(
    String.raw`\b(char|wchar_t|int|short|long|float|double|u?int(?:8|16|32|64)_t|size_t)\s+(?:\w+\s*\[[^\]]*\]\s*(?:=[^,;]*)?,\s*)*${name}\s*\[([^\]]{1,40})\]\s*[;=,]`,
  ).exec(body);
  if (array) {
    const count = constantSize(array[2]!, macros);
    const element = width[array[1]!]!;
    return count === undefined ? undefined : { bytes: count * element, element };
  }
  // Of all that was put there, the smallest is what counts: any of them may be the one.
  const found: Block[] = [];
  const element = width[new RegExp(String.raw`\b(\w+)\s*\*\s*${name}\b`).exec(body)?.[1] ?? ''] ?? 1;
  for (const given of body.matchAll(
    new RegExp(String.raw`(?<![\w.>*])\*?\s*${name}\s*=(?!=)\s*([^;]{1,120});`, 'g'),
  )) {
    const value = given[1]!.replace(/^\(\s*[\w\s]+\*+\s*\)\s*/, '').trim();
    const made = /^(?:malloc|ALLOCA|alloca|realloc\s*\(\s*\w+\s*,|calloc)\s*\(?\s*([\s\S]{1,80}?)\)$/.exec(
      value,
    );
    const made2 = made && value.startsWith('calloc') ? made[1]!.replace(',', '*') : made?.[1];
    const bytes = made2 === undefined ? undefined : constantSize(made2, macros);
    if (bytes !== undefined) found.push({ bytes, element });
    else if (/^\w+$/.test(value) && value !== 'NULL' && value !== name && depth < 2) {
      const other = blockOf(value, body.slice(0, given.index), macros, depth + 1);
      if (other === undefined) return undefined;
      found.push(other);
    } else if (!/^(?:NULL|nullptr|0)$/.test(value)) return undefined;
  }
  return found.length === 1 ? found[0] : undefined;
}

function draft(view: SourceView, offset: number, name: string, size: number, written: number): FindingDraft {
  const line = view.lineAt(offset);
  return {
    ruleId: 'memory/known-overflow',
    subject: `${written} bytes into the ${size} of ${name}`,
    impact: 'weakening',
    exposure: view.exposure,
    confidence: 0.8,
    cwe: ['CWE-787', 'CWE-121', 'CWE-122', 'CWE-120', 'CWE-805'],
    file: view.path,
    line,
    column: view.columnAt(offset),
    snippet: view.lineText(line),
    description: 'What stands behind the block is overwritten, whatever the input.',
    recommendation: 'Take the size from the target, or make it as large as what is copied.',
    source: 'code',
    symbol: view.symbolAt(line),
  };
}
