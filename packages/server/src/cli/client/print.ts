import { styleText } from 'node:util';

// Whoever reads may have read enough (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

/** Prints a result: as one line of JSON where that was asked for, else as text. */
export function print(isJson: boolean | undefined, value: unknown, text: string): void {
  process.stdout.write(`${isJson ? JSON.stringify(value) : text}\n`);
}

export type Style = Parameters<typeof styleText>[0];

/** Text in a colour, where the terminal shows colours and its user wants them (NO_COLOR). */
export function styled(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

const BAR_WIDTH = 30;
const DRAW_EVERY_MS = 80;

/**
 * Tells of work that takes a while, on standard error: as a bar on a terminal, as one line when it begins where
 * output is kept (a CI log), and not at all for programs.
 */
export class ProgressBar {
  readonly #label: string;
  readonly #isDrawn: boolean;
  #drawnAt = 0;

  constructor(label: string, isJson?: boolean) {
    this.#label = label;
    this.#isDrawn = process.stderr.isTTY === true && !isJson;
    if (this.#isDrawn) this.#draw(label);
    else if (!isJson) process.stderr.write(`${label}…\n`);
  }

  /** `share` of the work is done, from 0 to 1. */
  update(share: number, detail = ''): void {
    if (!this.#isDrawn) return;
    const now = performance.now();
    if (share < 1 && now - this.#drawnAt < DRAW_EVERY_MS) return;
    this.#drawnAt = now;
    const filled = Math.round(Math.min(Math.max(share, 0), 1) * BAR_WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
    this.#draw(`${this.#label} ${bar} ${Math.round(share * 100)} % ${detail}`);
  }

  end(): void {
    if (this.#isDrawn) process.stderr.write('\r\x1b[2K');
  }

  #draw(line: string): void {
    const width = process.stderr.columns || 80;
    process.stderr.write(`\r\x1b[2K${line.slice(0, width - 1)}`);
  }
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  return bytes < 1_048_576 ? `${Math.round(bytes / 1_024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}

/** Tells on standard error when the log is followed, when that broke off, and when it goes on; programs are told nothing. */
export function tellConnection(opening: string, isJson?: boolean) {
  const say = (text: string) => void (isJson || process.stderr.write(`${text}\n`));
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
