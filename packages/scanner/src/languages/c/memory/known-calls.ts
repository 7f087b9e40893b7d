import type { CExpression, CStatement } from '../frontend/c-tree.ts';

/** Calls that neither keep nor free their arguments. */
export const borrowingCall =
  /^(?:memcpy|memmove|memset|memcmp|strcpy|strncpy|strlcpy|strcat|strncat|strcmp|strncmp|strcasecmp|strlen|strchr|strstr|strtok|snprintf|sprintf|printf|fprintf|puts|fputs|fgets|fread|fwrite|fgetc|getc|fputc|fscanf|sscanf|fseek|ftell|rewind|feof|ferror|fflush|read|write|pread|pwrite|recv|send|recvfrom|sendto|lseek|fstat|ftruncate|connect|bind|listen|setsockopt|getsockopt|fcntl|ioctl|getline|readdir|fsync|flock|assert|free|fclose|close|perror|isatty)$/;

/** Calls that do not return. */
const leavingCall =
  /^(?:exit|_exit|_Exit|\w*abort\w*|\w*_?die|errx?|\w*fatal\w*|\w*panic\w*|quick_exit|terminate|\w*longjmp|usage|\w*unreachable|g_error|error_exit|\w*_exit)$/i;

/** A call that does not return. */
export function leavesProgram(statement: CStatement): boolean {
  if (statement.kind !== 'expression') return false;
  const { expression } = statement;
  const call = expression.kind === 'cast' ? expression.of : expression;
  return call.kind === 'call' && call.callee.kind === 'name' && leavingCall.test(call.callee.name);
}

/** `name;` and `(void)name;`, which only mark the name as used. */
export function isMention(e: CExpression): boolean {
  return e.kind === 'name' || (e.kind === 'cast' && e.of.kind === 'name');
}
