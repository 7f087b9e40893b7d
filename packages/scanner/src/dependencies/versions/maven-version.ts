import { compareText } from '../../read/compare-text.ts';
import { compareNumerals, numeral } from './numeral.ts';

type Item = number | bigint | string | Item[];

const qualifiers = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];
const aliases = new Map([
  ['ga', ''],
  ['final', ''],
  ['release', ''],
  ['cr', 'rc'],
]);

/** Maven's ComparableVersion: numbers, and qualifiers with known ranks. A dash or a change of kind opens a sublist. */
export function compareMaven(a: string, b: string): number {
  return compareLists(parse(a), parse(b));
}

function parse(version: string): Item[] {
  const text = version.trim().toLowerCase();
  const root: Item[] = [];
  const stack: Item[][] = [root];
  let list = root;
  let isDigit = false;
  let start = 0;
  const open = () => {
    const inner: Item[] = [];
    list.push(inner);
    list = inner;
    stack.push(inner);
  };
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '.' || char === '-') {
      list.push(i === start ? 0 : item(isDigit, text.slice(start, i), false));
      start = i + 1;
      if (char === '-') open();
    } else if (/\d/.test(char)) {
      if (!isDigit && i > start) {
        // A word after a dot counts like one after a dash: `1.0.X1` is `1.0-X1`.
        if (list.length > 0) open();
        list.push(item(false, text.slice(start, i), true));
        start = i;
        open();
      }
      isDigit = true;
    } else {
      if (isDigit && i > start) {
        list.push(item(true, text.slice(start, i), false));
        start = i;
        open();
      }
      isDigit = false;
    }
  }
  if (text.length > start) {
    if (!isDigit && list.length > 0) open();
    list.push(item(isDigit, text.slice(start), false));
  }
  for (const inner of stack.reverse()) normalise(inner);
  return root;
}

function item(isDigit: boolean, text: string, beforeDigit: boolean): Item {
  if (isDigit) return numeral(text);
  if (beforeDigit && text.length === 1) {
    if (text === 'a') return 'alpha';
    if (text === 'b') return 'beta';
    if (text === 'm') return 'milestone';
  }
  return aliases.get(text) ?? text;
}

function isNumber(one: Item): one is number | bigint {
  return typeof one === 'number' || typeof one === 'bigint';
}

function isNull(one: Item): boolean {
  return Array.isArray(one) ? one.length === 0 : one === 0 || one === 0n || one === '';
}

/** Removes null values from the end, and from before trailing sublists. */
function normalise(list: Item[]): void {
  for (const [at, one] of [...list.entries()].reverse()) {
    if (isNull(one)) list.splice(at, 1);
    else if (!Array.isArray(one)) break;
  }
}

function rank(qualifier: string): string {
  const at = qualifiers.indexOf(qualifier);
  return at < 0 ? `${qualifiers.length}-${qualifier}` : String(at);
}

function compareItems(a: Item | undefined, b: Item | undefined): number {
  if (a === undefined && b === undefined) return 0;
  if (a === undefined) return -compareItems(b, undefined);
  if (isNumber(a)) {
    if (b === undefined) return isNull(a) ? 0 : 1;
    return isNumber(b) ? compareNumerals(a, b) : 1;
  }
  if (typeof a === 'string') {
    if (b === undefined) return compareText(rank(a), rank(''));
    return typeof b === 'string' ? compareText(rank(a), rank(b)) : -1;
  }
  if (b === undefined) {
    for (const one of a) {
      const result = compareItems(one, undefined);
      if (result !== 0) return result;
    }
    return 0;
  }
  if (isNumber(b)) return -1;
  return typeof b === 'string' ? 1 : compareLists(a, b);
}

function compareLists(a: Item[], b: Item[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const result = compareItems(a[i], b[i]);
    if (result !== 0) return result;
  }
  return 0;
}

/** Whether a text is a version that Maven resolves unchanged: not a property, a range, or a word for the newest. */
export function isMavenVersion(version: string): boolean {
  return /^[\da-z][\da-z._+-]*$/i.test(version.trim()) && /\d/.test(version);
}
