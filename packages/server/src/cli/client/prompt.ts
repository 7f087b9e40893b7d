import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError } from './command-error.ts';

/** Asks on a terminal. Elsewhere it takes the default, and fails if there is none. */
export async function ask(
  question: string,
  offered: string | undefined,
  { isSecret = false } = {},
): Promise<string> {
  if (!process.stdin.isTTY) {
    if (offered !== undefined) return offered;
    throw new CommandError(`${question} is missing, and nobody can be asked: this is not a terminal.`);
  }
  const text = `${question}${offered === undefined ? '' : ` [${offered}]`}: `;
  if (isSecret) process.stderr.write(text);
  // `output` echoes what the user types, so a secret goes to a stream that discards it.
  const output = isSecret ? new Writable({ write: (_text, _encoding, done) => done() }) : process.stderr;
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    const stop = new AbortController();
    lines.once('SIGINT', () => stop.abort());
    lines.once('close', () => stop.abort());
    const answer = (await lines.question(isSecret ? '' : text, { signal: stop.signal })).trim();
    return answer === '' && offered !== undefined ? offered : answer;
  } catch {
    throw new CommandError('No answer was given, so nothing was done.');
  } finally {
    if (isSecret) process.stderr.write('\n');
    lines.close();
  }
}

export async function readLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) return line.trim();
  return '';
}
