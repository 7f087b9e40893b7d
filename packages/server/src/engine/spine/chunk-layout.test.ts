import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coverChunks, FANOUT } from './chunk-layout.ts';

test('a cover contains each chunk of the range once, newest first, in few blocks', () => {
  fc.assert(
    fc.property(fc.nat(5_000), fc.nat(5_000), (a, b) => {
      const [first, end] = [Math.min(a, b), Math.max(a, b)];
      const ranges = coverChunks(first, end);
      const chunks = ranges.flatMap(({ level, first: from, last }) => {
        const width = FANOUT ** level;
        const held = [];
        for (let chunk = (last + 1) * width - 1; chunk >= from * width; chunk--) held.push(chunk);
        return held;
      });
      expect(chunks).toEqual(Array.from({ length: end - first }, (_, i) => end - 1 - i));
      const blocks = ranges.reduce((sum, range) => sum + range.last - range.first + 1, 0);
      expect(blocks).toBeLessThanOrEqual(2 * FANOUT * 4);
    }),
    { numRuns: 200 },
  );
});
