import {
  accessPath,
  accessPaths,
  borrowingCall,
  isAccessPath,
  mentionOf,
  nullLiteral,
  patternPerName,
} from './c-expressions.ts';
import type { WalkContext } from './walk-context.ts';
import type { WalkState } from './walk-state.ts';

const call = /(?<![\w.>])(?:std::)?([A-Za-z_]\w*)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g;
const deletion = new RegExp(String.raw`\bdelete\s*(?:\[\s*\])?\s*(${accessPath})`, 'g');
const smartPointer = /\b(?:unique|shared)_ptr\s*<[^;()]*>\s*\w*\s*[({]\s*([a-z_]\w*)\s*[)}]/g;
const acquisition =
  /^(malloc|calloc|strdup|strndup|fopen|fdopen|open|openat|socket|accept|dup|opendir|popen|new)\b/;
const releaseOrReturn = patternPerName(
  (name) =>
    String.raw`\b(?:free|fclose|close|closedir|pclose)\s*\(\s*${name}\s*\)|\bdelete\s*(?:\[\s*\])?\s*${name}\b|\breturn\s+${name}\s*;`,
);
const staticDeclaration = patternPerName((name) => String.raw`\bstatic\b[^;]*\b${name}\b`);
const valueDeclaration = patternPerName(
  (name) => String.raw`(?:^|[;{}])\s*(?:static\s+)?(?:struct\s+)?[A-Za-z_]\w*\s+${name}\s*[;=]`,
);
const arrayDeclaration = patternPerName(
  (name) => String.raw`(?:^|[;{}])\s*(?:static\s+)?(?:struct\s+)?[A-Za-z_]\w*\s+${name}\s*\[`,
);
const growingCall =
  /\b(\w+)(?:\.|->)(?:push_back|emplace_back|insert|emplace|resize|reserve|clear|erase|assign|append|shrink_to_fit|push_front)\s*\(/g;

/** Follows who owns memory, files and descriptors, and where they are given back. */
export class ResourceTracker {
  private readonly context: WalkContext;

  constructor(context: WalkContext) {
    this.context = context;
  }

  /** What the text gives back or hands to an owner. */
  release(text: string, at: number, state: WalkState): void {
    for (const match of text.matchAll(call))
      this.releaseByCall(match[1]!, match[2]!, at + match.index, state);
    for (const match of text.matchAll(deletion))
      if (match[1] !== 'this') {
        this.checkHeap(match[1]!, at + match.index, state);
        state.lose(match[1]!, at + match.index, 'freed');
      }
    for (const match of text.matchAll(smartPointer)) {
      const key = match[1]!;
      if (state.cells.get(key)?.kind === 'gone')
        this.context.reportOnce('freed-twice', at + match.index, key);
      else state.lose(key, at + match.index, 'held');
    }
  }

  /** A container that changes leaves what points into it behind. */
  invalidate(text: string, at: number, state: WalkState): void {
    for (const match of text.matchAll(growingCall)) state.lose(match[1]!, at + match.index, 'grown');
  }

  /** A name that is given something fresh owns it. */
  acquire(key: string, value: string, at: number, state: WalkState): void {
    const source = acquisition.exec(value)?.[1];
    if (source === undefined || /->|\./.test(key)) return;
    // Only what this function gives back or hands out itself was meant to be its own.
    const { functionText } = this.context;
    if (!releaseOrReturn(key).test(functionText) || staticDeclaration(key).test(functionText)) return;
    const what = /^(?:fopen|fdopen|opendir|popen)$/.test(source)
      ? 'file'
      : /^(?:open|openat|socket|accept|dup)$/.test(source)
        ? 'descriptor'
        : 'memory';
    state.cells.set(key, { kind: 'owned', at, what });
  }

  /** What is left behind where the function is left with `text`. */
  checkLeaks(text: string, at: number, state: WalkState): void {
    for (const [key, cell] of state.cells)
      if (cell.kind === 'owned' && !mentionOf(key).test(text)) this.context.reportOnce('leak', at, key);
  }

  /** `&local`, the name of an array, what alloca gives. */
  private isOffHeap(value: string): boolean {
    const place = value.replace(/^\(\s*[\w\s]+\*+\s*\)\s*/, '');
    if (/^(?:_?alloca|ALLOCA|__builtin_alloca)\s*\(/.test(place)) return true;
    const [, address, array] = /^(?:&\s*([a-z_]\w*)|([a-z_]\w*))$/.exec(place) ?? [];
    const { functionText } = this.context;
    return (
      (address !== undefined && valueDeclaration(address).test(functionText)) ||
      (array !== undefined && arrayDeclaration(array).test(functionText))
    );
  }

  /** Notes a name that is given a place which nobody allocated. */
  markOffHeap(key: string, value: string, state: WalkState): void {
    if (/^\w+$/.test(key) && (state.cells.get(value)?.kind === 'stack' || this.isOffHeap(value)))
      state.cells.set(key, { kind: 'stack' });
  }

  private checkHeap(name: string, at: number, state: WalkState): void {
    if (state.cells.get(name)?.kind === 'stack') this.context.reportOnce('freed-foreign', at, name);
  }

  private releaseByCall(callee: string, args: string, at: number, state: WalkState): void {
    const index = this.context.releases.get(callee);
    if (index === undefined) {
      // Somebody else may give the parts of what it gets anew.
      if (!borrowingCall.test(callee))
        for (const part of args.matchAll(accessPaths)) state.forgetParts(part[0]);
      return;
    }
    const released = args
      .split(',')
      [index]?.replace(/^\s*\([\w\s*]+\)\s*/, '')
      .trim();
    if (released === undefined || !isAccessPath.test(released) || nullLiteral.test(released)) return;
    if (callee === 'free') this.checkHeap(released, at, state);
    const cell = state.cells.get(released);
    if (/^(?:fclose|close|closedir|pclose)$/.test(callee)) state.cells.delete(released);
    // The number of a closed descriptor is given to the next file: using it is no use of freed memory.
    if (callee !== 'close' && (cell?.kind !== 'gone' || !cell.maybe)) state.lose(released, at, 'freed');
  }
}
