/** Deeper than any real or generated code, but safe for a thread's stack. */
const MAX_DEPTH = 1_000;

/** Whether brackets or arrow functions are nested too deeply for a recursive parser. */
export function isNestedTooDeep(text: string): boolean {
  let depth = 0;
  let arrows = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 40: // (
      case 91: // [
      case 123: // {
        if (++depth > MAX_DEPTH) return true;
        break;
      case 41: // )
      case 93: // ]
      case 125: // }
        if (depth > 0) depth--;
        arrows = 0;
        break;
      case 62: // >
        if (text.charCodeAt(at - 1) === 61 && ++arrows > MAX_DEPTH) return true;
        break;
      case 44: // ,
      case 59: // ;
        arrows = 0;
    }
  }
  return false;
}
