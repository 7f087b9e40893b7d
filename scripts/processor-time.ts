import { relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { type ByProgram, ProcessTree } from './process-tree.ts';

const LOOK_EVERY_MS = 200;
const SHOWN = 40;

/** Wall time and CPU time in seconds, by program and in total. */
type Times = ByProgram & { processor: number; wall: number };

const columns = ['processor', 'own', 'postgres', 'chromium', 'started', 'wall'] as const;

/**
 * Reports the cost of each test file: CPU seconds, including all processes that it starts and PostgreSQL's work for it,
 * and wall time. On a shared machine, only the CPU seconds can be compared.
 * `npm test -- --maxWorkers=1 --reporter=./scripts/processor-time.ts [file …]`
 */
export default class ProcessorTime implements Reporter {
  readonly #tree = new ProcessTree();
  readonly #files: { name: string; times: Times }[] = [];
  #before = this.#read();
  #timer: NodeJS.Timeout | undefined;
  #root = process.cwd();

  onInit({ config }: Vitest): void {
    if (process.platform !== 'linux') throw new Error('It reads /proc, so it needs Linux.');
    if (config.maxWorkers !== 1)
      throw new Error(
        'Add --maxWorkers=1: with more workers it cannot tell which file a process belongs to.',
      );
    this.#root = config.root;
    this.#timer = setInterval(() => this.#tree.look(), LOOK_EVERY_MS).unref();
    this.#before = this.#read();
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    const now = this.#read();
    const times = toTimes((column) => now[column] - this.#before[column]);
    this.#files.push({ name: relative(this.#root, moduleId), times });
    this.#before = now;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    clearInterval(this.#timer);
    const total = toTimes((column) => this.#files.reduce((sum, { times }) => sum + times[column], 0));
    const costliest = this.#files.toSorted((a, b) => b.times.processor - a.times.processor).slice(0, SHOWN);
    const failed = modules.filter((module) => !module.ok());
    const lines = [
      columns.map((column) => column.padStart(9)).join(' '),
      ...[{ name: `all ${this.#files.length} files`, times: total }, ...costliest].map(
        ({ name, times }) => `${columns.map((column) => seconds(times[column])).join(' ')}  ${name}`,
      ),
      ...failed.map(({ moduleId }) => `FAILED ${relative(this.#root, moduleId)}`),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  }

  #read(): Times {
    const programs = this.#tree.measureByProgram();
    const processor = Object.values(programs).reduce((sum, one) => sum + one, 0);
    return { ...programs, processor, wall: performance.now() / 1_000 };
  }
}

function toTimes(of: (column: keyof Times) => number): Times {
  return Object.fromEntries(columns.map((column) => [column, of(column)])) as Times;
}

function seconds(value: number): string {
  return `${value.toFixed(1)} s`.padStart(9);
}
