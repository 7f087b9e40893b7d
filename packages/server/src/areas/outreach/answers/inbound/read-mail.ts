import { AppError, invalidField } from '../../../../kit/errors/index.ts';
import { SandboxFailure, SandboxTasks } from '../../../../kit/sandbox/index.ts';
import type { ShownMail } from '../../mail/sandbox/show-mail.ts';
import type { JudgedText, JudgeInput, MailTasks, ReadInput, ReadMail } from './read-mail.sandbox.ts';

/** CPU time; a ten-megabyte mail takes a tenth of it. */
const TIMEOUT_MS = 4_000;
/** Takes a tenth of a second, but must also finish on an overloaded machine. */
const ROUGH_TIMEOUT_MS = 4_000;
/** Characters of a mail to show, including markup. */
const MAX_SHOWN = 8_000_000;

const tasks = new SandboxTasks<MailTasks>(new URL('./read-mail.sandbox.ts', import.meta.url));

/**
 * Parses a mail in the sandbox, because anybody can send one. If it cannot be parsed, only its headers and
 * beginning are read. `owner` is whoever submitted it.
 *
 * @throws UnreadableMail when not even that works; AppError unavailable when a retry may help
 */
export async function readMail(owner: string, input: ReadInput): Promise<ReadMail> {
  try {
    return JSON.parse(await tasks.run('read', input, { owner, timeoutMs: TIMEOUT_MS })) as ReadMail;
  } catch (error) {
    passOn(error);
  }
  try {
    const timeoutMs = ROUGH_TIMEOUT_MS;
    return JSON.parse(await tasks.run('readRoughly', input, { owner, timeoutMs })) as ReadMail;
  } catch (error) {
    passOn(error);
    throw new UnreadableMail();
  }
}

/** Classifies the text of an answer. `owner` is the caller. Throws AppError when it cannot be classified. */
export async function judgeText(owner: string, input: JudgeInput): Promise<JudgedText> {
  try {
    return JSON.parse(await tasks.run('judge', input, { owner, timeoutMs: TIMEOUT_MS })) as JudgedText;
  } catch (error) {
    passOn(error);
    throw invalidField('input.text', 'This text costs too much to read. Send a shorter one.');
  }
}

/** A mail prepared for people to look at. */
export async function showMail(owner: string, raw: Buffer): Promise<ShownMail> {
  const options = { owner, timeoutMs: TIMEOUT_MS, maxOutput: MAX_SHOWN };
  try {
    return JSON.parse(await tasks.run('show', raw, options)) as ShownMail;
  } catch (error) {
    passOn(error);
    throw new AppError('invalid_state', {
      message: 'This mail cannot be taken apart to be shown. Read it byte for byte instead: add `/raw`.',
    });
  }
}

/** Sending it again would not change it, so retrying is pointless. */
export class UnreadableMail extends Error {
  constructor() {
    super('The mail cannot be taken apart.');
    this.name = 'UnreadableMail';
  }
}

/** Rethrows errors that say nothing about the mail. */
function passOn(error: unknown): void {
  if (!(error instanceof SandboxFailure)) throw error;
  if (!error.isPassing) return;
  throw new AppError('unavailable', {
    message: 'Too many mails wait to be read. Send it again later.',
    headers: { 'retry-after': '10' },
  });
}
