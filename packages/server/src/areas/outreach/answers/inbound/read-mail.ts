import { AppError, invalidField } from '../../../../kit/errors/index.ts';
import { SandboxFailure, SandboxTasks } from '../../../../kit/sandbox/index.ts';
import type { ShownMail } from '../../mail/sandbox/show-mail.ts';
import type { JudgedText, JudgeInput, MailTasks, ReadInput, ReadMail } from './read-mail.sandbox.ts';

/** Of the processor's time; a mail of ten megabytes takes a tenth of it. */
const TIMEOUT_MS = 4_000;
/** Takes a tenth of a second; on a machine that others use up it must still come to its end. */
const ROUGH_TIMEOUT_MS = 4_000;
/** Characters of a mail that is shown, markup and all. */
const MAX_SHOWN = 8_000_000;

const tasks = new SandboxTasks<MailTasks>(new URL('./read-mail.sandbox.ts', import.meta.url));

/**
 * Takes a mail apart, in the sandbox: anybody may send one. Of a mail that cannot be taken apart, its head and its
 * beginning are read. `owner` is whoever handed it in.
 *
 * @throws UnreadableMail when not even that can be done; AppError unavailable when it may be tried again
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

/** Says what the text of an answer is. `owner` is whoever asks. Throws AppError for one that cannot be told. */
export async function judgeText(owner: string, input: JudgeInput): Promise<JudgedText> {
  try {
    return JSON.parse(await tasks.run('judge', input, { owner, timeoutMs: TIMEOUT_MS })) as JudgedText;
  } catch (error) {
    passOn(error);
    throw invalidField('input.text', 'This text costs too much to read. Send a shorter one.');
  }
}

/** A mail for people to look at. */
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

/** Whoever sends it again sends the same: it is not worth another try. */
export class UnreadableMail extends Error {
  constructor() {
    super('The mail cannot be taken apart.');
    this.name = 'UnreadableMail';
  }
}

/** Throws again what says nothing of the mail. */
function passOn(error: unknown): void {
  if (!(error instanceof SandboxFailure)) throw error;
  if (!error.isPassing) return;
  throw new AppError('unavailable', {
    message: 'Too many mails wait to be read. Send it again later.',
    headers: { 'retry-after': '10' },
  });
}
