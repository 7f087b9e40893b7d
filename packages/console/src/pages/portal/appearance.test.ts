import { expect, test } from 'vitest';
import { coloursOf, contrastOf } from './appearance.ts';

test.each(['#0b6bcb', '#ffffff', '#000000', '#ffe100', '#808080', '#767676', '#ff0000', '#00ff88'])(
  'text stays readable in the colour %s, on it and on both backgrounds',
  (accent) => {
    const { '--main': main = '', '--main-text': onIt = '', '--link': link = '' } = coloursOf(accent);
    expect(contrastOf(main, onIt)).toBeGreaterThanOrEqual(4.5);
    const [light = '', dark = ''] = link.match(/#[0-9a-f]{6}/g) ?? [];
    for (const ground of ['#ffffff', '#f6f7f9'])
      expect(contrastOf(light, ground)).toBeGreaterThanOrEqual(4.4);
    for (const ground of ['#0f1218', '#161a22', '#1b202a'])
      expect(contrastOf(dark, ground)).toBeGreaterThanOrEqual(4.4);
  },
);

test('a readable colour is used unchanged', () => {
  expect(coloursOf('#0b6bcb')).toMatchObject({ '--main': '#0b6bcb', '--main-text': '#ffffff' });
  expect(coloursOf('#0b6bcb')['--link']).toMatch(/^light-dark\(#0b6bcb, /);
});
