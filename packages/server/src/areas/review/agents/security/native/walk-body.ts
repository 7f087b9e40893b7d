import type { NativeStatement } from './parse-body.ts';
import { type Cell, joinStates, type WalkState } from './walk-state.ts';

export type WalkFault =
  | 'used-after'
  | 'freed-twice'
  | 'used-after-growth'
  | 'leak'
  | 'uninitialized'
  | 'unbounded-allocation'
  | 'allocation-overflow'
  | 'unbounded-copy'
  | 'negative-copy';

export interface WalkOptions {
  isCpp: boolean;
  /** Functions that give back what they get, with the place of the parameter. */
  releases: ReadonlyMap<string, number>;
  /** The function as a whole, head included, without comments and texts. */
  whole: string;
  report: (fault: WalkFault, at: number, name: string) => void;
}

const leaving =
  /^\s*(?:std::)?(?:exit|_exit|_Exit|\w*abort\w*|\w*_?die|errx?|\w*fatal\w*|\w*panic\w*|quick_exit|terminate|\w*longjmp|usage|\w*unreachable|g_error|error_exit|\w*_exit)\s*\(/i;
const harmless =
  /^(?:if|while|for|switch|return|sizeof|memcpy|memmove|memset|memcmp|strcpy|strncpy|strlcpy|strcat|strncat|strcmp|strncmp|strcasecmp|strlen|strchr|strstr|strtok|snprintf|sprintf|printf|fprintf|puts|fputs|fgets|fread|fwrite|fgetc|getc|fputc|fscanf|sscanf|fseek|ftell|rewind|feof|ferror|fflush|read|write|pread|pwrite|recv|send|recvfrom|sendto|lseek|fstat|ftruncate|connect|bind|listen|setsockopt|getsockopt|fcntl|ioctl|getline|readdir|fsync|flock|assert|free|fclose|close|perror|isatty)$/;
const nothing = /^(?:NULL|nullptr|0|this)$/;
const name = String.raw`[A-Za-z_]\w*(?:(?:->|\.)[A-Za-z_]\w*)*`;
const mention = new RegExp(String.raw`(?<![\w.>:]|->)${name}`, 'g');
const given = new RegExp(
  String.raw`(?:^|[(,;])\s*((?:[A-Za-z_][\w:]*(?:\s*<[^;=()]*>)?[\s*&]+)*)(${name})\s*=(?!=)\s*((?:[^;,(){}]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*)`,
  'g',
);

/** Runs over the ways through a function with what is known of its names. */
export class BodyWalk {
  private level = 0;
  private readonly waiting = new Map<string, WalkState[]>();
  private readonly told = new Set<string>();
  private readonly options: WalkOptions;
  /** What holds where the function is left. */
  readonly exits: WalkState[] = [];

  constructor(options: WalkOptions) {
    this.options = options;
  }

  /** The state behind the statements; null when none goes on there. */
  run(statements: readonly NativeStatement[], start: WalkState | null): WalkState | null {
    let state = start;
    for (const statement of statements) {
      if (statement.kind === 'label') {
        const arriving = [...(this.waiting.get(statement.name) ?? []), ...(state === null ? [] : [state])];
        state = joinStates(arriving, this.level);
        continue;
      }
      if (state === null) continue;
      state = this.step(statement, state);
    }
    return state;
  }

  private step(statement: NativeStatement, state: WalkState): WalkState | null {
    switch (statement.kind) {
      case 'plain':
        this.text(statement.text, statement.at, state);
        return leaving.test(statement.text) ? null : state;
      case 'if':
        return this.branch(statement, state);
      case 'loop':
        return this.loop(statement, state);
      case 'switch': {
        this.text(statement.head, statement.at, state);
        const ends: WalkState[] = statement.hasDefault ? [] : [state.copy()];
        this.level++;
        for (const body of statement.cases) {
          if (body.length === 0) continue;
          const breaks: WalkState[] = [];
          const end = this.runCase(body, state.copy(), breaks);
          ends.push(...breaks, ...(end === null ? [] : [end]));
        }
        this.level--;
        return joinStates(ends, this.level);
      }
      case 'try': {
        const before = state.copy();
        const ends = [this.run(statement.body, state)];
        for (const body of statement.catches) ends.push(this.run(body, loosened(before)));
        return joinStates(
          ends.filter((end) => end !== null),
          this.level,
        );
      }
      case 'return':
        this.text(statement.text, statement.at, state);
        this.leave(statement.text, statement.at, state);
        return null;
      case 'throw':
        this.text(statement.text, statement.at, state);
        return null;
      case 'goto':
        this.waiting.set(statement.label, [...(this.waiting.get(statement.label) ?? []), state]);
        return null;
      default:
        return null;
    }
  }

  private runCase(body: readonly NativeStatement[], start: WalkState, breaks: WalkState[]): WalkState | null {
    let state: WalkState | null = start;
    for (const statement of body) {
      if (state === null) return null;
      if (statement.kind === 'leave') {
        breaks.push(state);
        return null;
      }
      state = this.run([statement], state);
    }
    return state;
  }

  private branch(statement: Extract<NativeStatement, { kind: 'if' }>, state: WalkState): WalkState | null {
    this.text(statement.head, statement.at, state);
    const yes = state.copy();
    const no = state;
    refineNull(statement.head, yes, no);
    refineBounds(statement.head, yes);
    refineBounds(statement.head, no);
    this.level++;
    const ends = [this.run(statement.then, yes), this.run(statement.other, no)].filter((end) => end !== null);
    this.level--;
    return joinStates(ends, this.level);
  }

  private loop(statement: Extract<NativeStatement, { kind: 'loop' }>, state: WalkState): WalkState | null {
    const [first, ...steps] = statement.isFor ? statement.head.split(';') : [statement.head];
    const range = /^[\s\S]*?[&*\s](\w+)\s*:(?!:)\s*(\w+)\s*$/.exec(first ?? '');
    if (!statement.isPost) this.text(first ?? '', statement.at, state);
    if (range !== null && /&/.test(first ?? '')) state.into.set(range[1]!, { of: range[2]!, isSame: false });
    if (!statement.isFor) refineBounds(statement.head, state);
    const before = state.copy();
    this.level++;
    const end = this.run(statement.body, state);
    if (end !== null && steps.length > 0) this.text(steps.slice(1).join(';'), statement.at, end);
    this.level--;
    if (statement.isPost && end !== null) this.text(statement.head, statement.at, end);
    if (end === null) return statement.isPost ? null : loosened(before);
    // A loop is taken to run at least once where it gives values, and not at all where it takes them away.
    for (const [key, cell] of before.cells)
      if (cell.kind === 'blank' && end.cells.get(key)?.kind !== 'blank') before.cells.delete(key);
    for (const [key, cell] of end.cells)
      if (cell.kind === 'gone' && before.cells.get(key)?.kind !== 'gone') end.cells.delete(key);
    return statement.isPost ? end : joinStates([before, end], this.level);
  }

  private leave(text: string, at: number, state: WalkState): void {
    this.exits.push(state);
    for (const [key, cell] of state.cells) {
      if (cell.kind !== 'owned' || new RegExp(String.raw`(?<![\w.>])${escaped(key)}\b`).test(text)) continue;
      this.tell('leak', at, key);
    }
  }

  /** What an expression or declaration uses, gives back and gives anew. */
  private text(text: string, at: number, state: WalkState): void {
    const isBlock = text.includes('{');
    const targets: { key: string; from: number; end: number; value: string; type: string }[] = [];
    for (const match of text.matchAll(given)) {
      const end = match.index + match[0].length;
      const from = match.index + /^[(,;]?\s*/.exec(match[0])![0].length + match[1]!.length;
      targets.push({ key: match[2]!, from, end, value: match[3]!, type: match[1]! });
    }
    this.uses(text, at, state, targets, isBlock);
    this.numbers(text, at, state);
    this.release(text, at, state);
    for (const { key, value, type } of targets) this.assign(key, value, type, at, state);
    this.declaration(text, at, state);
    for (const match of text.matchAll(
      /\b(\w+)(?:\.|->)(?:push_back|emplace_back|insert|emplace|resize|reserve|clear|erase|assign|append|shrink_to_fit|push_front)\s*\(/g,
    ))
      state.lose(match[1]!, at + match.index, 'grown');
  }

  private uses(
    text: string,
    at: number,
    state: WalkState,
    targets: readonly { key: string; from: number; end: number }[],
    isBlock: boolean,
  ): void {
    if (state.cells.size === 0) return;
    for (const match of text.matchAll(mention)) {
      const whole = match[0];
      for (const key of prefixes(whole)) {
        const cell = state.cells.get(key);
        if (cell === undefined || cell.kind === 'null') continue;
        // Where it is given anew, or after that.
        if (targets.some((one) => one.key === key && (one.from === match.index || one.end <= match.index)))
          continue;
        const before = text.slice(0, match.index);
        const after = text.slice(match.index + key.length, match.index + key.length + 30);
        if (isBlock || /&\s*$/.test(before.replace(/&&\s*$/, ''))) {
          state.forget(key);
          continue;
        }
        const callee = enclosingCall(before);
        this.use(cell, key, { at: at + match.index, before, after, callee, isPart: whole !== key }, state);
      }
    }
  }

  private use(
    cell: Cell,
    key: string,
    site: { at: number; before: string; after: string; callee: string; isPart: boolean },
    state: WalkState,
  ): void {
    const { before, after, callee } = site;
    const isThrough =
      site.isPart || /^\s*(?:->|\[)/.test(after) || /(?:^|[=(,;+\-*/&|!<>?:]|return)\s*\*\s*$/.test(before);
    const isRelease = this.options.releases.has(callee) || /\bdelete\s*(?:\[\s*\])?\s*$/.test(before);
    switch (cell.kind) {
      case 'gone': {
        if (cell.maybe && (this.level > cell.level || !(isThrough || isRelease))) return;
        if (/\bsizeof\s*\(?\s*\*?\s*$/.test(before)) return;
        if (isRelease && !site.isPart) {
          if (cell.how !== 'grown') this.tell('freed-twice', site.at, key);
          return;
        }
        if (cell.how === 'held') return;
        const isHanded =
          callee !== '' &&
          !/^(?:if|while|for|switch|sizeof|return|assert\w*|printf|fprintf|snprintf|\w*log\w*|\w*trace\w*|\w*debug\w*|[A-Z_0-9]+)$/i.test(
            callee,
          ) &&
          /^\s*[,)]/.test(after) &&
          /[(,]\s*$/.test(before);
        const isGiven = /^\s*return\s*$/.test(before) && /^\s*$/.test(after);
        const isGrownUse = cell.how === 'grown' && /^\s*(?:[-+*/]?=(?!=)|\.|\+\+|--)/.test(after);
        if (isThrough || isHanded || isGiven || isGrownUse)
          this.tell(cell.how === 'grown' ? 'used-after-growth' : 'used-after', site.at, key);
        return;
      }
      case 'blank': {
        if (cell.maybe && (this.level > cell.level || !/^\s*return\s*$/.test(before))) return;
        if (/\bsizeof\s*\(?\s*$|\(\s*void\s*\)\s*$|>>\s*$/.test(before) || /^[A-Z_0-9]+$/.test(callee)) {
          state.forget(key);
          return;
        }
        // By reference, or a macro: the call may be what gives it.
        if (callee !== '' && !/^(?:if|while|return|switch|printf|malloc|abs|memset)$/.test(callee)) {
          state.forget(key);
          return;
        }
        if (/^\s*(?:=(?!=)|\.|\()/.test(after)) {
          state.forget(key);
          return;
        }
        this.tell('uninitialized', site.at, key);
        state.forget(key);
        return;
      }
      case 'owned':
        if (isThrough || isRelease || harmless.test(callee) || /^\s*(?:[=!]=|[<>])/.test(after)) return;
        if (/(?:^|[(!&|])\s*!?\s*$/.test(before) && callee === '') return;
        state.cells.delete(key);
        return;
      default:
    }
  }

  private numbers(text: string, at: number, state: WalkState): void {
    for (const match of text.matchAll(
      /\b(?:fread|read|recv|memcpy|scanf|fscanf|sscanf|buffer|recv_all|read_exact|readn|read_full|pread)\s*\(([^;]*?)&\s*([a-z_]\w*)\b/g,
    )) {
      if (/\bmemcpy$/.test(match[0].slice(0, 6)) && match[1]!.includes(',')) continue;
      this.take(match[2]!, at, state);
    }
    for (const match of text.matchAll(
      /\bread\s*\(\s*reinterpret_cast<[^>]*>\s*\(\s*&\s*([a-z_]\w*)|\bcin\s*>>\s*([a-z_]\w*)/g,
    ))
      this.take(match[1] ?? match[2]!, at, state);
    const inputs = [...state.cells].filter(([, cell]) => cell.kind === 'input');
    if (inputs.length === 0) return;
    for (const match of text.matchAll(
      /\b(malloc|alloca|__builtin_alloca|realloc|calloc|resize|reserve|memcpy|memmove|read|recv|fread|new)\b\s*([\w:<>\s]*)([([])/g,
    )) {
      const open = match.index + match[0].length - 1;
      const inner = text.slice(open + 1, closingOf(text, open));
      const args = inner.split(/,(?![^(]*\))/);
      const isCopy = /^(?:memcpy|memmove|read|recv|fread)$/.test(match[1]!);
      if (match[1] === 'new' && match[3] !== '[') continue;
      const size = (isCopy ? args[2] : match[1] === 'realloc' ? args[1] : inner)?.replace(
        /\bsizeof\s*(?:\([^()]*\)|\*?\s*[\w.>-]+)/g,
        '1',
      );
      if (size === undefined || /\b(?:min|MIN|std::min)\b|[%&]|1\s*-/.test(size)) continue;
      for (const [key, cell] of inputs) {
        if (cell.kind !== 'input' || !new RegExp(String.raw`(?<![\w.>])${escaped(key)}\b`).test(size))
          continue;
        this.size(match[1]!, args[0] ?? '', size, key, cell, at + match.index);
      }
    }
  }

  private size(
    call: string,
    target: string,
    size: string,
    key: string,
    cell: Extract<Cell, { kind: 'input' }>,
    at: number,
  ): void {
    const isCopy = /^(?:memcpy|memmove|read|recv|fread)$/.test(call);
    if (!isCopy) {
      if (cell.bounded) return;
      const isProduct = (cell.product || /\*/.test(size.replace(/\*\s*\w+\s*$/, '* '))) && call !== 'calloc';
      this.tell(isProduct ? 'allocation-overflow' : 'unbounded-allocation', at, key);
      return;
    }
    const base = /^\W*(\w+)/.exec(target.replace(/\([^()]*\)/, ''))?.[1];
    if (
      base === undefined ||
      new RegExp(String.raw`\b${base}\b[^;]*(?:alloc\w*|new)\b|\b${base}\.resize`).test(this.options.whole)
    )
      return;
    if (!cell.bounded) this.tell('unbounded-copy', at, key);
    else if (cell.isSigned) this.tell('negative-copy', at, key);
  }

  private take(key: string, at: number, state: WalkState): void {
    if (!this.isNumber(key)) return;
    const isSigned = new RegExp(
      String.raw`\b(?<!unsigned\s+)(?:int|short|long|ssize_t|int(?:8|16|32|64)_t)\s+(?:\w+\s*(?:=[^,;]*)?,\s*)*${escaped(key)}\b`,
    ).test(this.options.whole);
    state.cells.set(key, { kind: 'input', at, isSigned, bounded: false, product: false });
  }

  private isNumber(key: string): boolean {
    return new RegExp(
      String.raw`\b(?:int|short|long|unsigned|size_t|ssize_t|u?int(?:8|16|32|64)_t|u(?:8|16|32|64)|auto|size_type)\s+(?:\w+\s*(?:=[^,;]*)?,\s*)*${escaped(key)}\s*[;,=){]`,
    ).test(this.options.whole);
  }

  private release(text: string, at: number, state: WalkState): void {
    for (const match of text.matchAll(
      /(?<![\w.>])(?:std::)?([A-Za-z_]\w*)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g,
    )) {
      const index = this.options.releases.get(match[1]!);
      if (index === undefined) {
        // Somebody else may give the parts of what it gets anew.
        if (!harmless.test(match[1]!))
          for (const part of match[2]!.matchAll(mention)) state.forgetParts(part[0]);
        continue;
      }
      const arg = match[2]!
        .split(',')
        [index]?.replace(/^\s*\([\w\s*]+\)\s*/, '')
        .trim();
      if (arg === undefined || !new RegExp(`^${name}$`).test(arg) || nothing.test(arg)) continue;
      const what = state.cells.get(arg);
      if (/^(?:fclose|close|closedir|pclose)$/.test(match[1]!)) state.cells.delete(arg);
      if (match[1] !== 'close' && (what?.kind !== 'gone' || !what.maybe))
        state.lose(arg, at + match.index, 'freed');
    }
    for (const match of text.matchAll(new RegExp(String.raw`\bdelete\s*(?:\[\s*\])?\s*(${name})`, 'g')))
      if (match[1] !== 'this') state.lose(match[1]!, at + match.index, 'freed');
    for (const match of text.matchAll(
      /\b(?:unique|shared)_ptr\s*<[^;()]*>\s*\w*\s*[({]\s*([a-z_]\w*)\s*[)}]/g,
    )) {
      const known = state.cells.get(match[1]!);
      if (known?.kind === 'gone') this.tell('freed-twice', at + match.index, match[1]!);
      else state.lose(match[1]!, at + match.index, 'held');
    }
  }

  private assign(key: string, value: string, type: string, at: number, state: WalkState): void {
    const known = [...state.cells].filter(
      ([name, cell]) =>
        cell.kind === 'input' && new RegExp(String.raw`(?<![\w.>])${escaped(name)}\b`).test(value),
    );
    state.forget(key);
    const plain = value.replace(/^\s*(?:\([\w\s:<>]+\*+\s*\)|static_cast\s*<[^>]*>\s*\()?\s*/, '').trim();
    if (nothing.test(plain)) {
      state.cells.set(key, { kind: 'null' });
      return;
    }
    if (/^[a-z_]\w*$/i.test(plain) && state.cells.get(plain)?.kind !== 'input') {
      state.into.set(key, {
        of: state.into.get(plain)?.isSame ? state.into.get(plain)!.of : plain,
        isSame: true,
      });
      return;
    }
    const part = new RegExp(`^${name}$`).test(plain) ? plain : undefined;
    if (part !== undefined) state.into.set(key, { of: part, isSame: true });
    // A place inside of a container, as a reference, a pointer or an iterator.
    const inner = /^&?\s*([a-z_]\w*)(?:(?:\.|->)(?:front|back|at|data|begin|end|find|c_str)\s*\(|\s*\[)/.exec(
      plain,
    );
    if (
      inner !== null &&
      this.options.isCpp &&
      (/&\s*$/.test(type) || /^&/.test(plain) || /(?:\.|->)(?:begin|data|c_str|find)\s*\(/.test(plain))
    )
      state.into.set(key, { of: inner[1]!, isSame: false });
    const grown = /^realloc\s*\(\s*([^,]+?)\s*,/.exec(plain)?.[1];
    if (grown !== undefined && grown !== key) {
      for (const [other, { of, isSame }] of state.into)
        if (isSame && of === grown && other !== key)
          state.cells.set(other, { kind: 'gone', at, how: 'freed', maybe: false, level: 0 });
    }
    this.own(key, plain, at, state);
    if (
      /\b(?:ntoh[sl]|be\d+toh|le\d+toh|ato[il]|strto\w+|sto(?:i|l|ul|ull))\s*\(|\[[^\]]*\]\s*(?:<<|\|)|<<\s*8\s*[|+]/.test(
        value,
      )
    )
      this.take(key, at, state);
    else if (known.length > 0 && !/[<>?%&]|\bmin\b|\bMIN\b/.test(value)) {
      const bounded = known.every(([, cell]) => cell.kind === 'input' && cell.bounded);
      const isSigned = known.some(([, cell]) => cell.kind === 'input' && cell.isSigned);
      if (!bounded && this.isNumber(key))
        state.cells.set(key, { kind: 'input', at, isSigned, bounded, product: /\*/.test(value) });
    }
  }

  private own(key: string, plain: string, at: number, state: WalkState): void {
    const call =
      /^(malloc|calloc|strdup|strndup|fopen|fdopen|open|openat|socket|accept|dup|opendir|popen|new)\b/.exec(
        plain,
      )?.[1];
    if (call === undefined || /->|\./.test(key)) return;
    // Only what this function gives back or hands out itself was meant to be its own.
    const isKept = new RegExp(
      String.raw`\b(?:free|fclose|close|closedir|pclose)\s*\(\s*${key}\s*\)|\bdelete\s*(?:\[\s*\])?\s*${key}\b|\breturn\s+${key}\s*;`,
    ).test(this.options.whole);
    if (!isKept || new RegExp(String.raw`\bstatic\b[^;]*\b${key}\b`).test(this.options.whole)) return;
    const what = /^(?:fopen|fdopen|opendir|popen)$/.test(call)
      ? 'file'
      : /^(?:open|openat|socket|accept|dup)$/.test(call)
        ? 'descriptor'
        : 'memory';
    state.cells.set(key, { kind: 'owned', at, what });
  }

  private declaration(text: string, at: number, state: WalkState): void {
    const match =
      /^\s*(?:const\s+)?(?:(?:unsigned|signed|long|short)\s+)*(?:int|long|short|char|float|double|size_t|ssize_t|bool|unsigned|u?int(?:8|16|32|64)_t|(?:struct\s+)?[A-Za-z_]\w*\s*\*)\s*\*?\s*([a-z_]\w*(?:\s*,\s*\*?\s*[a-z_]\w*)*)\s*$/.exec(
        text,
      );
    if (match === null || /\b(?:static|extern|register|volatile|typedef|return|goto|delete)\b/.test(text))
      return;
    for (const one of match[1]!.split(','))
      state.cells.set(one.replace(/[\s*]/g, ''), { kind: 'blank', at, maybe: false, level: 0 });
  }

  private tell(fault: WalkFault, at: number, key: string): void {
    const mark = `${fault}:${at}`;
    if (this.told.has(mark)) return;
    this.told.add(mark);
    this.options.report(fault, at, key);
  }
}

/** What may have happened before an exception, or in a loop that never ran. */
function loosened(state: WalkState): WalkState {
  for (const [key, cell] of state.cells) if (cell.kind !== 'gone') state.cells.delete(key);
  return state;
}

/** `p->a.b`: `p`, `p->a`, `p->a.b`. */
function prefixes(whole: string): string[] {
  const list: string[] = [];
  for (const match of whole.matchAll(/(?:->|\.|$)/g))
    if (match.index > 0) list.push(whole.slice(0, match.index));
  return list;
}

/** The function whose arguments an offset stands in; '' in plain brackets and outside of any. */
function enclosingCall(before: string): string {
  let depth = 0;
  for (let at = before.length - 1; at >= 0; at--) {
    const sign = before[at];
    if (sign === ')' || sign === ']') depth++;
    else if (sign === '[') {
      if (depth === 0) return '';
      depth--;
    } else if (sign === '(') {
      if (depth > 0) {
        depth--;
        continue;
      }
      const callee = /([A-Za-z_]\w*)\s*$/.exec(before.slice(Math.max(0, at - 80), at))?.[1];
      if (callee !== undefined) return callee;
    }
  }
  return '';
}

function closingOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(' || text[at] === '[') depth++;
    else if ((text[at] === ')' || text[at] === ']') && --depth === 0) return at;
  }
  return text.length;
}

/** Takes from a condition which of its names is nothing on which way. */
function refineNull(head: string, yes: WalkState, no: WalkState): void {
  for (const [key, cell] of yes.cells.size >= no.cells.size ? yes.cells : no.cells) {
    if (cell.kind === 'input' || cell.kind === 'blank') continue;
    const plain = escaped(key);
    if (!new RegExp(String.raw`(?<![\w.>])${plain}\b`).test(head)) continue;
    const isNone = new RegExp(
      String.raw`!\s*${plain}\b(?!\s*(?:->|\.|\[))|(?<![\w.>])${plain}\s*(?:=(?!=)[^&|]*?)?\)?\s*(?:==\s*(?:NULL|nullptr|0|-1|MAP_FAILED)|<\s*0|==\s*-\s*1)`,
    ).test(head);
    const isSome = new RegExp(
      String.raw`(?:^|[(&|])\s*${plain}\s*(?:$|[)&|]|!=\s*(?:NULL|nullptr|0|-\s*1)|>=?\s*0|>\s*-\s*1)`,
    ).test(head);
    if (isNone) yes.cells.set(key, { kind: 'null' });
    if (isSome && !isNone) no.cells.set(key, { kind: 'null' });
  }
  // A pure test for nothing of a name that is not followed yet: it is nothing on the other way.
  const pure = new RegExp(String.raw`^\s*(${name})\s*(?:!=\s*(?:NULL|nullptr))?\s*$`).exec(head)?.[1];
  if (pure !== undefined && !no.cells.has(pure)) no.cells.set(pure, { kind: 'null' });
}

/** A comparison with a number from outside bounds it; from below alone, it may still be huge. */
function refineBounds(condition: string, state: WalkState): void {
  const head = condition.replace(/\bsizeof\s*(?:\([^()]*\)|\*?\s*[\w.>-]+)|(?<![\w)\]]\s*)&\s*\w+/g, '1');
  for (const [key, cell] of state.cells) {
    if (cell.kind !== 'input') continue;
    const plain = escaped(key);
    if (!new RegExp(String.raw`(?<![\w.>])${plain}\b`).test(head)) continue;
    const below = String.raw`(?<![\w.>])${plain}\s*(?:<=?\s*[01]\b(?![\w.])|>=?\s*0\b|==\s*0\b|!=\s*0\b)|\b0\s*>=?\s*${plain}\b|\b0\s*<=?\s*${plain}\b|!\s*${plain}\b`;
    const rest = head.replace(new RegExp(below, 'g'), ' ');
    const hasLower = rest !== head && /[<>]/.test(head);
    const hasUpper = new RegExp(
      String.raw`(?<![\w.>])${plain}\b[^&|]*(?:[<>]|[!=]=)|(?:[<>]|[!=]=)[^&|]*\b${plain}\b`,
    ).test(rest);
    if (!hasUpper && hasLower) state.cells.set(key, { ...cell, isSigned: false });
    else if (hasUpper && (hasLower || !cell.isSigned || cell.bounded)) state.cells.delete(key);
    else if (hasUpper) state.cells.set(key, { ...cell, bounded: true });
  }
}

function escaped(key: string): string {
  return key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
