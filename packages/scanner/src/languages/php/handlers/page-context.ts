import type { Machine } from '../../../flow/machine.ts';
import { hole, textOfValue, type Value } from '../../../flow/value.ts';

/** The context of a place in a page. `bare`: escaping for text does not prevent injection. */
type Place = 'text' | 'quoted' | 'bare';

const MAX_PAGE_LENGTH = 60_000;

/**
 * A value escaped for text, at a place where that has no effect: in a script outside quotes, in a style sheet, in a
 * comment, as the name of a tag or attribute, or as an unquoted attribute value.
 */
export function isMisplaced(m: Machine, value: Value, pos: number): boolean {
  const { fn, file } = m.frame;
  const text = textOfValue(value);
  if (text.length > 290 || !text.includes(hole)) return false;
  // A function may be called from anywhere, so the text before it in its file is not its context.
  const before = fn.parent === null && fn.pos === 0 ? pageBefore(file.text, pos) : '';
  const places = placesIn(before + text, before.length);
  return places.length > 0 && places.every((place) => place === 'bare');
}

/** The parts of a file before an offset that PHP prints unchanged. */
function pageBefore(text: string, pos: number): string {
  if (pos > MAX_PAGE_LENGTH) return '';
  return text.slice(0, pos).replace(/<\?(?:php\b|=)?[\s\S]*?(?:\?>|$)/g, '');
}

/** The contexts of the holes from an offset on. */
function placesIn(page: string, from: number): Place[] {
  const places: Place[] = [];
  let at = 0;
  const holesTo = (end: number, place: (at: number) => Place): void => {
    for (let next = page.indexOf(hole, at); next >= 0 && next < end; next = page.indexOf(hole, next + 1))
      if (next >= from) places.push(place(next));
    at = end;
  };
  while (at < page.length) {
    const open = page.indexOf('<', at);
    holesTo(open < 0 ? page.length : open, () => 'text');
    if (open < 0) break;
    if (page.startsWith('<!--', open)) {
      holesTo(endOf(page, '-->', open), () => 'bare');
      continue;
    }
    const [whole, name] = /^<\/?([A-Za-z\0][^\s/>]*)/.exec(page.slice(open, open + 60)) ?? [];
    if (whole === undefined || name === undefined) {
      holesTo(open + 1, () => 'text');
      continue;
    }
    holesTo(open + whole.length, () => 'bare');
    at = passAttributes(page, at, (place, hit) => {
      if (hit >= from) places.push(place);
    });
    const raw = /^(?:script|style)$/i.test(name) && whole[1] !== '/' ? name.toLowerCase() : null;
    if (raw === null) continue;
    const start = at;
    const close = page.slice(at).search(new RegExp(`</${raw}`, 'i'));
    holesTo(close < 0 ? page.length : at + close, (hit) =>
      raw === 'style' || !isInText(page.slice(start, hit)) ? 'bare' : 'quoted',
    );
  }
  return places;
}

function endOf(page: string, sign: string, from: number): number {
  const at = page.indexOf(sign, from);
  return at < 0 ? page.length : at + sign.length;
}

/** Skips the attributes of a tag and its end. */
function passAttributes(page: string, from: number, tell: (place: Place, at: number) => void): number {
  let at = from;
  while (at < page.length) {
    const sign = page.charAt(at);
    if (sign === '>') return at + 1;
    if (sign === '=') {
      at++;
      while (/\s/.test(page.charAt(at))) at++;
      const quote = page.charAt(at);
      const isQuoted = quote === '"' || quote === "'";
      const rest = isQuoted ? page.indexOf(quote, at + 1) : page.slice(at).search(/[\s>]/);
      const end = rest < 0 ? page.length : isQuoted ? rest : at + rest;
      const style = /\bstyle\s*=\s*$/i.test(page.slice(from, at));
      for (let hit = page.indexOf(hole, at); hit >= 0 && hit < end; hit = page.indexOf(hole, hit + 1))
        tell(isQuoted && !style ? 'quoted' : 'bare', hit);
      at = isQuoted ? end + 1 : end;
      continue;
    }
    if (sign === hole) tell('bare', at);
    at++;
  }
  return at;
}

/** Whether the end of a script is inside a string that is not itself run as code. */
function isInText(script: string): boolean {
  let quote = '';
  let opened = 0;
  for (let at = 0; at < script.length; at++) {
    const sign = script.charAt(at);
    if (quote !== '') {
      if (sign === '\\') at++;
      else if (sign === quote || (sign === '\n' && quote !== '`')) quote = '';
    } else if (script.startsWith('//', at)) at = Math.max(at, endOf(script, '\n', at) - 1);
    else if (script.startsWith('/*', at)) at = endOf(script, '*/', at) - 1;
    else if (sign === '"' || sign === "'" || sign === '`') {
      quote = sign;
      opened = at;
    }
  }
  return (
    quote !== '' && !/\b(?:set(?:Interval|Timeout)|eval|Function)\s*\(\s*$/.test(script.slice(0, opened))
  );
}
