import { createHash } from 'node:crypto';
import { dropOldest } from '../../../../kit/drop-oldest.ts';
import { AppError, invalidField } from '../../../../kit/errors/index.ts';
import { ownTurn } from '../../../../kit/own-turn.ts';
import { SandboxFailure, SandboxTasks } from '../../../../kit/sandbox/index.ts';
import {
  fillPlainTemplate,
  type PlainTemplate,
  type Rendered,
  readPlainTemplate,
  type TemplateVariables,
} from './plain-template.ts';
import type { RenderOutput, TemplateTasks } from './template-tasks.ts';

/** A template and the name of the field it came from. */
export interface NamedText {
  field: string;
  text: string;
}

/** CPU time for the texts of one mail; usual ones take less than a millisecond. */
const TIMEOUT_MS = 400;
/** All texts of a campaign are checked together. */
const CHECK_TIMEOUT_MS = 2_000;
/** Characters all texts of one mail may add up to. */
const MAX_OUTPUT = 600_000;
const MAX_KNOWN = 1_000;
/** Characters of a variable. */
const LONG_TEXT = 16_384;
/** Longer templates are parsed every time. */
const MAX_KEPT_LENGTH = 20_000;
/** How long a template that had to be stopped is not retried. */
const FAULT_KEPT_MS = 600_000;

const tasks = new SandboxTasks<TemplateTasks>(new URL('./template-tasks.ts', import.meta.url));

/** Recently parsed templates, so that a campaign's are not parsed for each lead; null: not plain. */
const plain = new Map<string, PlainTemplate | null>();
/** Templates that had to be stopped, and when. */
const faults = new Map<string, { fault: string; atMs: number }>();
/** Templates that have run to completion, and those running for the first time. */
const proven = new Map<string, true | Promise<unknown>>();

/** Whether its cost, apart from the values, is evident from its form. */
export function isPlainTemplate(text: string): boolean {
  return readPlain(text) !== null;
}

/** Throws `invalid_request` for the field when a text is not a valid template. */
export async function checkTemplates(owner: string, texts: readonly NamedText[]): Promise<void> {
  const others = texts.filter(({ text }) => !isPlainTemplate(text));
  if (others.length === 0) return;
  let wrongs: readonly string[];
  try {
    wrongs = await tasks.run(
      'check',
      others.map(({ text }) => text),
      { owner, timeoutMs: CHECK_TIMEOUT_MS },
    );
  } catch (error) {
    const text = faultOf(error);
    throw notRead(commonField(others), text);
  }
  for (const [i, { field }] of others.entries()) {
    const wrong = wrongs[i] ?? '';
    if (wrong !== '') throw notRead(field, wrong);
  }
}

/** Throws `invalid_request` for a subject with several lines. */
export function checkOneLine(text: string, field: string): void {
  if (/[\r\n]/.test(text)) {
    throw invalidField(field, `\`${field}\` must be one line.`);
  }
}

/** Renders texts on this thread if their form and values show the cost; undefined otherwise. */
export function renderPlain(
  texts: readonly NamedText[],
  variables: TemplateVariables,
): Rendered[] | undefined {
  const rendered: Rendered[] = [];
  for (const { text } of texts) {
    const template = readPlain(text);
    const filled = template === null ? undefined : fillPlainTemplate(template, variables);
    if (filled === undefined) return undefined;
    rendered.push(filled);
  }
  return rendered;
}

/**
 * Renders the texts of one mail. Missing values are reported, never silently left out. Throws
 * `invalid_request` when rendering fails, except for texts accepted earlier: those are reported, for the
 * guard to block.
 */
export async function renderTexts(
  owner: string,
  texts: readonly NamedText[],
  variables: TemplateVariables,
  { isStored = false }: { isStored?: boolean | undefined } = {},
): Promise<Rendered[]> {
  const filled = renderPlain(texts, variables);
  if (filled !== undefined) return filled;
  const output = await renderInSandboxOnce(owner, texts, variables);
  // A failure of all texts is attributed to the first whose cost is not evident.
  const stopped = texts.find(({ text }) => !isPlainTemplate(text)) ?? texts[0];
  return texts.map((named, i) => {
    const { field, text } = named;
    if ('fault' in output && named !== stopped) return { text, unresolved: [] };
    const fault = 'fault' in output ? output.fault : (output.faults[i] ?? '');
    if (fault === '' && 'texts' in output) {
      const missing = output.missing[i] ?? '';
      return { text: output.texts[i] ?? text, unresolved: missing === '' ? [] : [missing] };
    }
    const isTemplate = 'isTemplate' in output && output.isTemplate[i];
    if (isStored) return { text, unresolved: [], fault: notFilled(field, fault).message };
    throw isTemplate ? notRead(field, fault) : notFilled(field, fault);
  });
}

/**
 * Renders in the sandbox. A template not yet known to finish runs for one mail before it runs for others, and
 * one that had to be stopped is not retried for a while: a problem affecting each of a campaign's leads fails
 * only once.
 */
async function renderInSandboxOnce(
  owner: string,
  texts: readonly NamedText[],
  variables: TemplateVariables,
): Promise<RenderOutput | { fault: string }> {
  const key = keyOf(owner, texts);
  await proven.get(key);
  const known = faults.get(key);
  if (known !== undefined && performance.now() - known.atMs < FAULT_KEPT_MS) return known;
  const run = renderInSandbox(owner, texts, variables);
  if (!proven.has(key))
    keep(
      proven,
      key,
      run.catch(() => undefined),
    );
  try {
    const output = await run;
    proven.set(key, true);
    return output;
  } catch (error) {
    const fault = faultOf(error);
    proven.delete(key);
    // Excessive length is due to its variables.
    if (error instanceof SandboxFailure && ENDED.has(error.kind)) {
      keep(faults, key, { fault, atMs: performance.now() });
    }
    return { fault };
  }
}

function isLong(value: unknown): boolean {
  return typeof value === 'string' && value.length > LONG_TEXT;
}

async function renderInSandbox(
  owner: string,
  texts: readonly NamedText[],
  variables: TemplateVariables,
): Promise<RenderOutput> {
  // Variables may be as large as a request body.
  await ownTurn();
  const entries = Object.entries(variables);
  const long = entries.filter((entry): entry is [string, string] => isLong(entry[1]));
  return tasks.run(
    'render',
    {
      texts: texts.map(({ text }) => text),
      variables: JSON.stringify(Object.fromEntries(entries.filter(([, value]) => !isLong(value)))),
      longNames: long.map(([name]) => name),
      longTexts: long.map(([, text]) => text),
    },
    { owner, timeoutMs: TIMEOUT_MS, maxOutput: MAX_OUTPUT },
  );
}

const ENDED = new Set<SandboxFailure['kind']>(['timed_out', 'out_of_memory', 'crashed']);

/** What a failure says about the template. Rethrows when it says nothing. */
function faultOf(error: unknown): string {
  if (!(error instanceof SandboxFailure) || error.kind === 'threw') throw error;
  if (error.isPassing) {
    throw new AppError('unavailable', {
      message: 'Too many templates of your organization wait to be filled in. Send the request again later.',
    });
  }
  if (error.kind === 'timed_out') return 'it takes too long';
  if (error.kind === 'output_too_large') return `it comes to more than ${MAX_OUTPUT} characters`;
  return 'it needs too much memory';
}

function notRead(field: string, wrong: string): AppError {
  return invalidField(field, `\`${field}\` is not a template that can be read: ${wrong}.`);
}

function notFilled(field: string, wrong: string): AppError {
  return invalidField(field, `The template in \`${field}\` could not be filled in: ${wrong}.`);
}

/** Common parent of fields: `a` for `a.0.body` and `a.1.body`; a single field stays as it is. */
function commonField([first, ...others]: readonly NamedText[]): string {
  const field = first?.field ?? '';
  return others.length === 0 ? field : field.split('.').slice(0, 2).join('.');
}

function readPlain(text: string): PlainTemplate | null {
  let template = plain.get(text);
  if (template === undefined) {
    template = readPlainTemplate(text) ?? null;
    if (text.length <= MAX_KEPT_LENGTH) keep(plain, text, template);
  }
  return template;
}

function keyOf(owner: string, texts: readonly NamedText[]): string {
  const hash = createHash('sha256').update(owner);
  for (const { text } of texts) hash.update(`\0${text}`);
  return hash.digest('base64');
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (map.size >= MAX_KNOWN) dropOldest(map);
  map.set(key, value);
}
