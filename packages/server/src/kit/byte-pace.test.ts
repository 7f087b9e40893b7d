import { afterEach, describe, expect, test, vi } from 'vitest';
import { BytePace } from './byte-pace.ts';

const KIB = 1_024;
const MIB = 1_048_576;

afterEach(() => vi.useRealTimers());

describe('the pace of bytes', () => {
  test('lets what was held go on in its order, and no faster than it may', () => {
    vi.useFakeTimers();
    const pace = new BytePace({ bytesPerSecond: 64 * KIB * 100, burstBytes: 64 * KIB });
    const order: number[] = [];
    const send = (sender: number): void => {
      order.push(sender);
      if (!pace.take('busy', 64 * KIB, () => send(sender))) return;
      send(sender);
    };
    for (const sender of [1, 2, 3]) send(sender);
    // The first has what may come at once, and one portion more, which is owed.
    expect(order).toEqual([1, 1, 2, 3]);
    vi.advanceTimersByTime(1_000);
    // A hundred portions in a second.
    expect(order.length).toBeGreaterThan(90);
    expect(order.length).toBeLessThan(110);
    expect(order.slice(4, 10)).toEqual([1, 2, 3, 1, 2, 3]);
    pace.stop();
  });

  test('lets all go on in the end, also those that stood behind others from whom nothing more comes', () => {
    vi.useFakeTimers();
    const pace = new BytePace({ bytesPerSecond: 64 * MIB, burstBytes: 128 * KIB });
    const goOn = vi.fn();
    for (let sender = 0; sender < 20; sender++) pace.take('busy', 64 * KIB, goOn);
    vi.advanceTimersByTime(1_000);
    // The first two came at once.
    expect(goOn).toHaveBeenCalledTimes(18);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('of one holds back nobody else, and is forgotten when nothing more comes', () => {
    vi.useFakeTimers();
    const pace = new BytePace({ bytesPerSecond: MIB, burstBytes: MIB });
    const goOn = vi.fn();
    expect(pace.take('busy', 2 * MIB, goOn)).toBe(false);
    expect(pace.take('other', MIB, goOn)).toBe(true);
    vi.advanceTimersByTime(990);
    expect(goOn).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_100);
    expect(goOn).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });
});
