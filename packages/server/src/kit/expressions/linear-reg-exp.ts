import { RE2JS } from 're2js';

/** A regular expression that matches in linear time, with the parts of the interface that JSONata uses. */
export class LinearRegExp {
  lastIndex = 0;
  readonly #pattern: RE2JS;

  constructor({ source, flags }: RegExp) {
    const ignoreCase = flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0;
    const multiline = flags.includes('m') ? RE2JS.MULTILINE : 0;
    this.#pattern = RE2JS.compile(source, ignoreCase | multiline);
  }

  exec(text: string): { index: number; [group: number]: string | undefined; length: number } | null {
    const matcher = this.#pattern.matcher(text);
    if (this.lastIndex > text.length || !matcher.find(this.lastIndex)) return null;
    const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, i) => matcher.group(i) ?? undefined);
    this.lastIndex = matcher.end();
    return Object.assign(groups, { index: matcher.start() });
  }

  test(text: string): boolean {
    return this.#pattern.matcher(text).find();
  }
}
