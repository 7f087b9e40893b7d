import { closing, isOperand } from './pattern-context.ts';
import { extractTypes } from './pattern-types.ts';

/**
 * Turns a pattern into text that the language's parser accepts: metavariables, ellipses and the like become names
 * that no code has. `compile-pattern` reverses this.
 */
export const names = {
  ellipsis: /^\$?[Ee]ll_$/,
  metavariable: /^\$?[Mm]v_(\w+)_$/,
  metavariables: /^\$?[Mm]vs_(\w+)_$/,
  deep: /^[Dd]eep_$/,
};

export interface PatternText {
  text: string;
  /** Types that the pattern gives to its metavariables. */
  types: Map<string, string>;
}

const semicolons = new Set(['Java', 'C#', 'C', 'C++', 'PHP', 'Rust']);
const declaredTwice = new Set(['Java', 'C#', 'C', 'C++', 'Go', 'Swift', 'Scala']);
/** Languages with the type after the parameter name and a colon. */
const typedBehind = new Set(['Swift', 'Scala']);
/** The beginning of an interpolated value. */
const holesOf: Readonly<Record<string, RegExp>> = {
  Swift: /^\\\(/,
  Dart: /^\$\{/,
  Scala: /^\$\{/,
};

interface Bracket {
  kind: '(' | '[' | '{';
  /** A parameter list, the body of a type, a map, or others. */
  role: 'parameters' | 'members' | 'pairs' | 'literal' | 'plain';
}

export function preparePattern(language: string, pattern: string): PatternText {
  const types = new Map<string, string>();
  return { text: new Preparer(language, extractTypes(language, pattern, types)).run(), types };
}

/** Variables of PHP that look like metavariables. */
const globals = /^\$_(?:SERVER|GET|POST|FILES|COOKIE|SESSION|REQUEST|ENV)\b/;

const tripled = /^(?:Python|Swift|Dart|Scala)$/;

/** Words after which PHP expects a name, not a variable. */
const namesFollow =
  /(?:\bclass|\bfunction|\bextends|\bimplements|\binterface|\bnamespace|\bconst|\buse|::|\btrait)$/;

class Preparer {
  readonly #language: string;
  readonly #in: string;
  #at = 0;
  #out = '';
  readonly #open: Bracket[] = [];

  constructor(language: string, pattern: string) {
    this.#language = language;
    this.#in = pattern;
  }

  run(): string {
    while (this.#at < this.#in.length) this.#step();
    return this.#out;
  }

  #step(): void {
    const rest = this.#in.slice(this.#at, this.#at + 200);
    if (this.#copyString()) return;
    const isRuby = this.#language === 'Ruby';
    const several = /^\$\.\.\.([A-Z_][A-Z_0-9]*)/.exec(rest);
    const one = this.#isPhp() && globals.test(rest) ? null : /^\$([A-Z_][A-Z_0-9]*)(?![\w])/.exec(rest);
    const chain = /^\.\s*\.\.\.\s*\./.exec(rest);
    if (rest.startsWith('<...')) this.#put(isRuby ? 'deep_(' : 'Deep_(', 4);
    else if (rest.startsWith('...>')) this.#put(')', 4);
    else if (several) this.#put(this.#place(`vs_${several[1]}_`), several[0].length);
    else if (one?.[1] !== undefined) this.#putMetavariable(one[1], one[0].length);
    else if (chain) this.#put(isRuby ? '.ell_.' : '.Ell_.', chain[0].length);
    else if (rest.startsWith('...') && !this.#isSpread()) this.#putEllipsis();
    else {
      this.#bracket(rest.charAt(0));
      this.#put(rest.charAt(0), 1);
    }
  }

  #put(text: string, taken: number): void {
    this.#out += text;
    this.#at += taken;
  }

  /** Copies strings and comments unchanged, except for code in templates. */
  #copyString(): boolean {
    const language = this.#language;
    const rest = this.#in.slice(this.#at);
    const quote = (tripled.test(language) && /^(?:"""|''')/.exec(rest)?.[0]) || /^["'`]/.exec(rest)?.[0];
    if (!quote || (quote === '`' && (language === 'Ruby' || language === 'Python'))) return false;
    const opens = holesOf[language];
    if (opens !== undefined) return this.#copyWithHoles(rest, quote, opens);
    const isFormat = language === 'Python' && /(?:^|[^\w])[rR]?[fF][rR]?$/.test(this.#out);
    let at = quote.length;
    let out = quote;
    while (at < rest.length && !rest.startsWith(quote, at)) {
      const hole = quote === '`' && rest.startsWith('${', at) ? 2 : isFormat && rest[at] === '{' ? 1 : 0;
      if (hole > 0) {
        const end = rest.indexOf('}', at);
        if (end === -1) break;
        out += rest.slice(at, at + hole) + new Preparer(language, rest.slice(at + hole, end)).run();
        at = end;
      } else if (rest[at] === '\\') {
        out += rest.slice(at, at + 2);
        at += 2;
      } else out += rest[at++];
    }
    if (at >= rest.length) return false;
    this.#put(out + quote, at + quote.length);
    return true;
  }

  /** Interpolated values are code. A single metavariable stands for the whole content of the string. */
  #copyWithHoles(rest: string, quote: string, opens: RegExp): boolean {
    const language = this.#language;
    let at = quote.length;
    let out = quote;
    while (at < rest.length && !rest.startsWith(quote, at)) {
      const open = opens.exec(rest.slice(at, at + 2))?.[0];
      const name = language === 'Swift' ? null : /^\$([A-Z_][A-Z_0-9]*)(?!\w)/.exec(rest.slice(at, at + 99));
      if (open !== undefined) {
        const end = rest.indexOf(open.endsWith('(') ? ')' : '}', at);
        if (end === -1) return false;
        out += open + new Preparer(language, rest.slice(at + open.length, end)).run();
        at = end;
      } else if (name) {
        const isAlone = at === quote.length && rest.startsWith(quote, at + name[0].length);
        out += isAlone ? name[0] : `$${this.#metavariable(name[1] ?? '')}`;
        at += name[0].length;
      } else if (rest[at] === '\\') {
        out += rest.slice(at, at + 2);
        at += 2;
      } else out += rest[at++];
    }
    if (at >= rest.length) return false;
    this.#put(out + quote, at + quote.length);
    return true;
  }

  #isPhp(): boolean {
    return this.#language === 'PHP';
  }

  /** Alone in a parameter list, a metavariable needs a type or a name beside it. */
  #putMetavariable(name: string, taken: number): void {
    const written = this.#metavariable(name);
    const isAlone =
      this.#open.at(-1)?.role === 'parameters' &&
      declaredTwice.has(this.#language) &&
      /[(,]\s*$/.test(this.#out) &&
      /^\s*[,)]/.test(this.#in.slice(this.#at + taken));
    const isTyped = this.#language === 'Scala' && this.#in[this.#at + taken] === ':';
    this.#put(isAlone ? this.#twice(written) : isTyped ? `${written} ` : written, taken);
  }

  /** A parameter with the same text as name and type. */
  #twice(name: string): string {
    // In Scala, without the space, the colon would be part of a name that ends with `_`.
    return typedBehind.has(this.#language) ? `${name} : ${name}` : `${name} ${name}`;
  }

  #metavariable(name: string): string {
    const before = this.#out.trimEnd();
    if (this.#language === 'Ruby')
      return `${/(?:\bclass|\bmodule|::|<)$/.test(before) ? 'M' : 'm'}v_${name}_`;
    return this.#isPhp() && !namesFollow.test(before) ? `$Mv_${name}_` : `Mv_${name}_`;
  }

  /** A parameter needs two names, one as its type. */
  #place(rest: string): string {
    const top = this.#open.at(-1);
    if (this.#language === 'Ruby') return `m${rest}`;
    if (this.#isPhp()) return `$M${rest}`;
    return top?.role === 'parameters' && declaredTwice.has(this.#language)
      ? this.#twice(`M${rest}`)
      : `M${rest}`;
  }

  /** The language's own three dots. */
  #isSpread(): boolean {
    const next = this.#in.slice(this.#at + 3);
    if (this.#language === 'Go' && /[\w)\]]$/.test(this.#out)) return true;
    if (/\bfunction\s*$/.test(this.#out)) return false;
    return /^[\w$[({"'`]/.test(next) && !/^(?:in|of|and|or|as|is)\b/.test(next);
  }

  #putEllipsis(): void {
    const [next = ''] = /^\s*/.exec(this.#in.slice(this.#at + 3)) ?? [];
    const after = this.#in[this.#at + 3 + next.length] ?? '';
    const before = this.#out.trimEnd().at(-1) ?? '';
    this.#put(this.#ellipsis(before, after, next.includes('\n')), 3);
  }

  #ellipsis(before: string, after: string, endsLine: boolean): string {
    const top = this.#open.at(-1);
    const language = this.#language;
    const name = language === 'Ruby' ? 'ell_' : 'Ell_';
    if (top !== undefined && top.kind !== '{') {
      const isLoop = before === '(' && after === ')' && /\bfor\s*\(\s*$/.test(this.#out);
      return isLoop && language !== 'Python' && language !== 'Go' ? `${name};;` : this.#inList(top, name);
    }
    const isEntry = before === ',' || after === ',' || top?.role === 'literal';
    if (before === ':' && top !== undefined && /[,}]/.test(after)) return name;
    if (top?.role === 'pairs' || (isEntry && top !== undefined && language === 'Ruby'))
      return `${name}: ${name}`;
    if (isEntry && top !== undefined) return this.#isPhp() ? '$Ell_' : name + this.#goComma(after, endsLine);
    if (isOperand(this.#out, after, endsLine)) return this.#isPhp() ? '$Ell_' : name;
    if (top?.role === 'members') return this.#member();
    if (after === ';') return name;
    // In C#, a name alone is not a statement.
    if (semicolons.has(language)) return language === 'C#' ? `${name}();` : `${name};`;
    return endsLine || after === '}' || after === '' ? name : `${name}\n`;
  }

  #inList(top: Bracket, name: string): string {
    if (this.#isPhp()) return '$Ell_';
    if (top.role === 'parameters' && declaredTwice.has(this.#language)) return this.#twice('Ell_');
    if (top.role === 'pairs') return `${name} = ${name}`;
    return name;
  }

  #goComma(after: string, endsLine: boolean): string {
    return this.#language === 'Go' && endsLine && after === '}' ? ',' : '';
  }

  #member(): string {
    if (this.#isPhp()) return 'public $Ell_;';
    return /^(?:Java|C#|C|C\+\+)$/.test(this.#language) ? 'Ell_ Ell_;' : 'Ell_\n';
  }

  #bracket(character: string): void {
    if (character === '(' || character === '[' || character === '{')
      this.#open.push({ kind: character, role: this.#roleOf(character) });
    else if (character === ')' || character === ']' || character === '}') this.#open.pop();
  }

  #roleOf(character: '(' | '[' | '{'): Bracket['role'] {
    const before = this.#out.trimEnd();
    if (character === '(') {
      if (this.#hasNamedElements(before)) return 'pairs';
      return this.#isParameters(before) ? 'parameters' : 'plain';
    }
    if (character === '[') return 'plain';
    if (this.#language === 'Python') return 'pairs';
    if (/\b(?:class|interface|struct|enum|namespace|record|trait)\b[^;{}]*$/.test(before)) return 'members';
    if (this.#language === 'Java' && /\bnew\s+[\w.<>$]+\s*\([^;{}]*\)$/.test(before)) return 'members';
    if (/^(?:Java|C#|C|C\+\+)$/.test(this.#language) && /[\]=]$/.test(before)) return 'literal';
    if (this.#language === 'C#' && /\bnew\b[^;{}()]*(?:\([^;{}]*\))?$/.test(before)) return 'literal';
    if (this.#language === 'Go' && /[\w\]}]$/.test(this.#out)) return 'literal';
    return 'plain';
  }

  /** In an annotation, either all elements have names, or there is one without a name. */
  #hasNamedElements(before: string): boolean {
    if (this.#language !== 'Java' || !/@[\w.$]+$/.test(before)) return false;
    return /[^=!<>]=[^=]/.test(this.#in.slice(this.#at, closing(this.#in, this.#at)).replace(/"[^"]*"/g, ''));
  }

  #isParameters(before: string): boolean {
    if (this.#language === 'Go')
      return /\bfunc(?:\s+[\w$]+)?$/.test(before) || /\bfunc\s*\([^()]*\)\s*[\w$]+$/.test(before);
    if (this.#language === 'Swift') return /(?:\bfunc\s+\S+?|\binit[?!]?)(?:<[^<>]*>)?$/.test(before);
    if (this.#language === 'Scala')
      return /(?:\bdef\s+[\w$]+|\bclass\s+\w+)(?:\[[^\]]*\])?(?:\([^()]*\))*$/.test(before);
    const name = /([\w$]+)$/.exec(before)?.[1];
    if (name === undefined || /^(?:if|for|while|switch|synchronized|try|using|lock|foreach)$/.test(name))
      return false;
    if (name === 'catch') return true;
    if (/\bnew\s+[\w.$<>]+$/.test(before)) return false;
    return /^\s*(?:\{|throws\b|;\s*\}|where\b)/.test(this.#in.slice(closing(this.#in, this.#at) + 1));
  }
}
