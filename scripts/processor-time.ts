import { relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { ProcessTree } from './process-tree.ts';

const LOOK_EVERY_MS = 200;
const SHOWN = 40;

interface Cost {
  name: string;
  /** Seconds. */
  processor: number;
  wall: number;
}

/**
 * Tells what each test file costs: seconds of processor, with all processes that it starts and PostgreSQL's work for it,
 * beside the seconds that it takes. On a shared machine the first can be compared, and the second cannot.
 *
 * `npm test -- --maxWorkers=1 --reporter=./scripts/processor-time.ts [file …]`
 */
export default class ProcessorTime implements Reporter {
  readonly #tree = new ProcessTree();
  readonly #files: Cost[] = [];
  #before = { processor: 0, wall: 0 };
  #timer: NodeJS.Timeout | undefined;
  #root = process.cwd();

  onInit({ config }: Vitest): void {
    if (process.platform !== 'linux') throw new Error('It reads /proc, which Linux has.');
    if (config.maxWorkers !== 1)
      throw new Error('Add --maxWorkers=1: with more it cannot tell which file a process works for.');
    this.#root = config.root;
    this.#timer = setInterval(() => this.#tree.look(), LOOK_EVERY_MS).unref();
    this.#before = this.#read();
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    const { processor, wall } = this.#read();
    this.#files.push({
      name: relative(this.#root, moduleId),
      processor: processor - this.#before.processor,
      wall: wall - this.#before.wall,
    });
    this.#before = { processor, wall };
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    clearInterval(this.#timer);
    const sum = (of: 'processor' | 'wall') => this.#files.reduce((total, file) => total + file[of], 0);
    const total = { name: `all ${this.#files.length} files`, processor: sum('processor'), wall: sum('wall') };
    const costliest = this.#files.toSorted((a, b) => b.processor - a.processor).slice(0, SHOWN);
    const failed = modules.filter((module) => !module.ok());
    const lines = [
      'processor     wall',
      ...[total, ...costliest].map(
        ({ name, processor, wall }) => `${seconds(processor)} ${seconds(wall)}  ${name}`,
      ),
      ...failed.map(({ moduleId }) => `FAILED ${relative(this.#root, moduleId)}`),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  }

  #read() {
    return { processor: this.#tree.look(), wall: performance.now() / 1_000 };
  }
}

function seconds(value: number): string {
  return `${value.toFixed(1)} s`.padStart(9);
}
