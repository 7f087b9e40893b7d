import { isForProgram, type OutputOptions } from './print.ts';

const BAR_WIDTH = 30;
const DRAW_EVERY_MS = 80;
/** Time between two progress lines in a stored log. */
const TELL_EVERY_MS = 5_000;

/**
 * Shows progress on standard error: as a bar on a terminal, as a line every few seconds if the output is stored (a CI
 * log), and not at all for programs.
 */
export class ProgressBar {
  readonly #label: string;
  readonly #way: 'drawn' | 'told' | 'silent';
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout | undefined;
  #drawnAt = 0;
  /** The progress, if it is known. */
  #state = '';

  constructor(label: string, output: OutputOptions, tellEveryMs = TELL_EVERY_MS) {
    this.#label = label;
    this.#way = isForProgram(output) ? 'silent' : process.stderr.isTTY ? 'drawn' : 'told';
    if (this.#way === 'drawn') this.#draw(label);
    if (this.#way !== 'told') return;
    process.stderr.write(`${label}…\n`);
    this.#timer = setInterval(() => this.#tell(), tellEveryMs).unref();
  }

  /** `share`: the completed part of the work, from 0 to 1. */
  update(share: number, detail = ''): void {
    const percent = `${Math.round(share * 100)} %`;
    this.#state = [percent, ...(detail === '' ? [] : [detail])].join(', ');
    if (this.#way !== 'drawn') return;
    const now = performance.now();
    if (share < 1 && now - this.#drawnAt < DRAW_EVERY_MS) return;
    this.#drawnAt = now;
    const filled = Math.round(Math.min(Math.max(share, 0), 1) * BAR_WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
    this.#draw(`${this.#label} ${bar} ${percent} ${detail}`);
  }

  end(): void {
    clearInterval(this.#timer);
    if (this.#way === 'drawn') process.stderr.write('\r\x1b[2K');
  }

  #tell(): void {
    const seconds = Math.round((performance.now() - this.#startedAt) / 1_000);
    const state = this.#state === '' ? '' : ` ${this.#state},`;
    process.stderr.write(`${this.#label}:${state} after ${seconds} s\n`);
  }

  #draw(line: string): void {
    const width = process.stderr.columns || 80;
    process.stderr.write(`\r\x1b[2K${line.slice(0, width - 1)}`);
  }
}
