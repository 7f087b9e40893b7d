const shape =
  /^v?(?:(\d+)!)?(\d+(?:\.\d+)*)(?:[-_.]?(a|alpha|b|beta|c|rc|pre|preview)[-_.]?(\d*))?(?:(?:-(\d+))|(?:[-_.]?(post|rev|r)[-_.]?(\d*)))?(?:[-_.]?(dev)[-_.]?(\d*))?(?:\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?$/i;

const preRanks: Record<string, number> = { a: 0, alpha: 0, b: 1, beta: 1, c: 2, rc: 2, pre: 2, preview: 2 };

interface Parsed {
  epoch: number;
  release: number[];
  pre: [number, number];
  post: number;
  dev: number;
  local: string;
}

function parse(version: string): Parsed | undefined {
  const match = shape.exec(version.trim());
  if (!match) return undefined;
  const [
    ,
    epoch,
    release = '0',
    preName,
    preNumber,
    implicitPost,
    postName,
    postNumber,
    devName,
    devNumber,
    local,
  ] = match;
  const hasPost = implicitPost !== undefined || postName !== undefined;
  const dev = devName ? Number(devNumber || 0) : Number.POSITIVE_INFINITY;
  // A development release of a version without a pre-release comes before that version's pre-releases.
  const pre: [number, number] = preName
    ? [preRanks[preName.toLowerCase()] ?? 0, Number(preNumber || 0)]
    : devName && !hasPost
      ? [-1, 0]
      : [3, 0];
  return {
    epoch: Number(epoch ?? 0),
    release: release.split('.').map(Number),
    pre,
    post: hasPost ? Number(implicitPost ?? (postNumber || 0)) : -1,
    dev,
    local: local?.toLowerCase() ?? '',
  };
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [left, right] = [a[i] ?? 0, b[i] ?? 0];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

/** PEP 440's order. A text that is not a version comes first. */
export function comparePep440(a: string, b: string): number {
  const [left, right] = [parse(a), parse(b)];
  if (!left || !right) return left ? 1 : right ? -1 : a < b ? -1 : a > b ? 1 : 0;
  return (
    left.epoch - right.epoch ||
    compareNumbers(left.release, right.release) ||
    compareNumbers(left.pre, right.pre) ||
    compareNumbers([left.post], [right.post]) ||
    compareNumbers([left.dev], [right.dev]) ||
    compareLocal(left.local, right.local)
  );
}

function compareLocal(a: string, b: string): number {
  if (a === b) return 0;
  if (a === '' || b === '') return a === '' ? -1 : 1;
  const [left, right] = [a.split(/[-_.]/), b.split(/[-_.]/)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const [one, other] = [left[i], right[i]];
    if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
    const [oneNumeric, otherNumeric] = [/^\d+$/.test(one), /^\d+$/.test(other)];
    if (oneNumeric !== otherNumeric) return oneNumeric ? 1 : -1;
    const order = oneNumeric ? Number(one) - Number(other) : one < other ? -1 : one > other ? 1 : 0;
    if (order !== 0) return order;
  }
  return 0;
}

/** Whether a text is a version by PEP 440. */
export function isPep440Version(version: string): boolean {
  return shape.test(version.trim());
}
