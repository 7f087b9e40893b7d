import { expect, test } from 'vitest';
import { callsLeft, shortage } from './wallet-words.ts';

test('a wallet counts as short of money by the current cost of calls, not by its balance', () => {
  expect(callsLeft({ balance_eth: 0.01, gas_price_gwei: 20 })).toBe(5);
  expect(shortage({ balance_eth: 0.01, gas_price_gwei: 20 })).toContain('about 5 more calls');
  expect(shortage({ balance_eth: 0.01, gas_price_gwei: 0.01 })).toBeUndefined();
  expect(shortage({ balance_eth: 0.001, gas_price_gwei: 20 })).toContain('Not enough for one call');
});

test('an empty wallet counts as short of money even where gas is free', () => {
  expect(shortage({ balance_eth: 0, gas_price_gwei: 0 })).toBe('Empty: nothing can be sent.');
  expect(shortage({ balance_eth: 1, gas_price_gwei: 0 })).toBeUndefined();
});
