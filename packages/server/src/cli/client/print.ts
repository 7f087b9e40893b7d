import { styleText } from 'node:util';
import { parseKeepingDigits } from '../../kit/parse-keeping-digits.ts';
import { CommandError } from './command-error.ts';

/** How a result is printed. */
export interface OutputOptions {
  json?: boolean;
  /** JSONata expression: the part of the JSON to print. */
  select?: string;
}

/** Prints a result: as one line of JSON, a part of it, or text. */
export async function print(
  { json, select }: OutputOptions,
  value: unknown,
  text: string | (() => string),
): Promise<void> {
  if (select !== undefined) await printSelected(select, value);
  else if (json) process.stdout.write(`${JSON.stringify(value)}\n`);
  else process.stdout.write(`${cleanText(typeof text === 'string' ? text : text())}\n`);
}

/** Whether a program reads the output, so that nothing else may be printed. */
export function isForProgram({ json, select }: OutputOptions): boolean {
  return json === true || select !== undefined;
}

/** Prints texts unchanged and other values as JSON; a list with one item on each line. */
async function printSelected(select: string, value: unknown): Promise<void> {
  const { parseExpression } = await import('../../kit/expressions/index.ts');
  let selected: unknown;
  try {
    // JSONata computes with doubles only.
    selected = await parseExpression(select)(parseKeepingDigits(JSON.stringify(value)));
  } catch (error) {
    throw new CommandError(
      `--select cannot be read: ${(error as Error).message}. It is JSONata, such as \`data.order_id\` (https://docs.jsonata.org).`,
    );
  }
  const all = Array.isArray(selected) ? selected : selected === undefined ? [] : [selected];
  for (const one of all) {
    process.stdout.write(`${typeof one === 'string' ? cleanText(one) : JSON.stringify(one)}\n`);
  }
}

/** Prints to standard error, where programs do not read it. */
export function note(text: string): void {
  process.stderr.write(`${cleanText(text)}\n`);
}

export type Style = Parameters<typeof styleText>[0];

/** Coloured text, if the terminal supports colours and the user wants them (NO_COLOR). */
export function styled(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

/**
 * Removes control characters, so that text from others cannot control the terminal; colours, newlines and tabs stay.
 */
export function cleanText(text: string): string {
  if (!process.stdout.isTTY) return text;
  return text.replace(/\p{Cc}/gu, (control, at: number) => {
    const isColour = control === '\x1b' && /^\[[\d;]*m/.test(text.slice(at + 1, at + 20));
    return isColour || control === '\n' || control === '\t' ? control : '�';
  });
}

/** The same for text from others within a line: colours and newlines are removed as well. */
export function cleanLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/\p{Cc}/gu, '�');
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  return bytes < 1_048_576 ? `${Math.round(bytes / 1_024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}

/** Prints on standard error when the stream opens, breaks off and resumes; for programs it prints nothing. */
export function connectionMessages(opening: string, output: OutputOptions) {
  const say = (text: string) => void (isForProgram(output) || note(text));
  let state: 'new' | 'open' | 'broken' = 'new';
  return {
    onOpen: () => {
      say(state === 'new' ? opening : 'The service is back; nothing was missed.');
      state = 'open';
    },
    onBreak: () => {
      if (state !== 'broken') say('The connection broke; trying again until the service is back.');
      state = 'broken';
    },
  };
}
