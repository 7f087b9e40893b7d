/** A name with the members reached through it: `p`, `p->next`, `a.b->c`. */
export const accessPath = String.raw`[A-Za-z_]\w*(?:(?:->|\.)[A-Za-z_]\w*)*`;
export const isAccessPath = new RegExp(`^${accessPath}$`);
export const accessPaths = new RegExp(String.raw`(?<![\w.>:]|->)${accessPath}`, 'g');
export const nullLiteral = /^(?:NULL|nullptr|0|this)$/;

/** Calls that neither keep what they get nor give it back. */
export const borrowingCall =
  /^(?:if|while|for|switch|return|sizeof|memcpy|memmove|memset|memcmp|strcpy|strncpy|strlcpy|strcat|strncat|strcmp|strncmp|strcasecmp|strlen|strchr|strstr|strtok|snprintf|sprintf|printf|fprintf|puts|fputs|fgets|fread|fwrite|fgetc|getc|fputc|fscanf|sscanf|fseek|ftell|rewind|feof|ferror|fflush|read|write|pread|pwrite|recv|send|recvfrom|sendto|lseek|fstat|ftruncate|connect|bind|listen|setsockopt|getsockopt|fcntl|ioctl|getline|readdir|fsync|flock|assert|free|fclose|close|perror|isatty)$/;

/** Calls that do not come back. */
export const leavingCall =
  /^\s*(?:std::)?(?:exit|_exit|_Exit|\w*abort\w*|\w*_?die|errx?|\w*fatal\w*|\w*panic\w*|quick_exit|terminate|\w*longjmp|usage|\w*unreachable|g_error|error_exit|\w*_exit)\s*\(/i;

const mostPatternsKept = 500;

/** A pattern for each name. The same few names come again in every statement, so that it is kept for a while. */
export function patternPerName(source: (name: string) => string, flags = ''): (name: string) => RegExp {
  const kept = new Map<string, RegExp>();
  return (name) => {
    const known = kept.get(name);
    if (known !== undefined) return known;
    if (kept.size >= mostPatternsKept) kept.clear();
    const pattern = new RegExp(source(escapeRegExp(name)), flags);
    kept.set(name, pattern);
    return pattern;
  };
}

/** Finds a name where it stands for itself, not for a member of something else. */
export const mentionOf = patternPerName((name) => String.raw`(?<![\w.>])${name}\b`);

/** `p->a.b`: `p`, `p->a`, `p->a.b`. */
export function accessPrefixes(path: string): string[] {
  const list: string[] = [];
  for (const match of path.matchAll(/(?:->|\.|$)/g))
    if (match.index > 0) list.push(path.slice(0, match.index));
  return list;
}

/** The function whose arguments an offset stands in; '' in plain brackets and outside of any. */
export function enclosingCall(before: string): string {
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

/** The offset of the bracket that closes the one at `open`; the end of the text when none does. */
export function closingBracket(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(' || text[at] === '[') depth++;
    else if ((text[at] === ')' || text[at] === ']') && --depth === 0) return at;
  }
  return text.length;
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
