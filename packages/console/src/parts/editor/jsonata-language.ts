import { StreamLanguage } from '@codemirror/language';

const atoms = new Set(['true', 'false', 'null']);
const words = new Set(['and', 'or', 'in', 'function']);

/** JSONata highlighting: strings, numbers, functions, variables and keywords. */
export const jsonataLanguage = StreamLanguage.define<{ until: string | null }>({
  name: 'jsonata',
  startState: () => ({ until: null }),
  token(stream, state) {
    if (state.until !== null) {
      const isClosed = stream.skipTo(state.until);
      if (isClosed) stream.match(state.until);
      else stream.skipToEnd();
      const kind = state.until === '*/' ? 'comment' : 'string';
      if (isClosed) state.until = null;
      return kind;
    }
    if (stream.eatSpace()) return null;
    if (stream.match('/*')) {
      state.until = '*/';
      return 'comment';
    }
    if (stream.match(/^"(?:\\.|[^"\\])*"|^'(?:\\.|[^'\\])*'/)) return 'string';
    const quote = stream.match(/^["'`]/) as RegExpMatchArray | null;
    if (quote) {
      state.until = quote[0];
      return 'string';
    }
    if (stream.match(/^\d+(\.\d+)?([eE][-+]?\d+)?/)) return 'number';
    if (stream.match(/^\$\w*/)) return 'variableName';
    const word = (stream.match(/^[A-Za-z_]\w*/) as RegExpMatchArray | null)?.[0];
    if (word !== undefined) return atoms.has(word) ? 'atom' : words.has(word) ? 'keyword' : 'propertyName';
    stream.next();
    return 'punctuation';
  },
});
