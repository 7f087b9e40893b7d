/** Prints a result: as one line of JSON where that was asked for, else as text. */
export function print(isJson: boolean | undefined, value: unknown, text: string): void {
  process.stdout.write(`${isJson ? JSON.stringify(value) : text}\n`);
}

const BAR_WIDTH = 30;
const DRAW_EVERY_MS = 80;

/** A bar on the terminal for work that takes a while; where there is no terminal, nothing. */
export class ProgressBar {
  readonly #label: string;
  readonly #isShown: boolean;
  #drawnAt = 0;

  constructor(label: string, isJson?: boolean) {
    this.#label = label;
    this.#isShown = process.stderr.isTTY === true && !isJson;
  }

  /** `share` of the work is done, from 0 to 1. */
  update(share: number, detail = ''): void {
    if (!this.#isShown) return;
    const now = performance.now();
    if (share < 1 && now - this.#drawnAt < DRAW_EVERY_MS) return;
    this.#drawnAt = now;
    const filled = Math.round(Math.min(Math.max(share, 0), 1) * BAR_WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
    process.stderr.write(`\r\x1b[2K${this.#label} ${bar} ${Math.round(share * 100)} % ${detail}`);
  }

  end(): void {
    if (this.#isShown && this.#drawnAt > 0) process.stderr.write('\r\x1b[2K');
  }
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  return bytes < 1_048_576 ? `${Math.round(bytes / 1_024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}
