import { expect, test } from 'vitest';
import { callsLeft, shortage } from './wallet-words.ts';

test('a wallet is told to be short by what calls cost now, and not by what it holds', () => {
  expect(callsLeft({ balance_eth: 0.01, gas_price_gwei: 20 })).toBe(5);
  expect(shortage({ balance_eth: 0.01, gas_price_gwei: 20 })).toContain('about 5 more calls');
  expect(shortage({ balance_eth: 0.01, gas_price_gwei: 0.01 })).toBeUndefined();
  expect(shortage({ balance_eth: 0.001, gas_price_gwei: 20 })).toContain('not enough for one call');
});

test('an empty wallet is short also where gas is free', () => {
  expect(shortage({ balance_eth: 0, gas_price_gwei: 0 })).toBe('It is empty: nothing can be sent.');
  expect(shortage({ balance_eth: 1, gas_price_gwei: 0 })).toBeUndefined();
});
