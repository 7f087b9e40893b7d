import { describe, expect, it } from 'vitest';
import { required } from '../../fixtures/required.ts';
import { versionOrder } from './compare-version.ts';

// Ascending, from the ecosystems' own specifications and test suites.
const ascending: Record<string, string[]> = {
  npm: [
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1',
    '1.10.0',
    '2.0.0',
  ],
  Go: [
    '0.0.0-20190101000000-aaaaaaaaaaaa',
    '0.0.0-20200101000000-aaaaaaaaaaaa',
    '0.1.0',
    '1.0.0-rc.1',
    '1.0.0',
    '2.0.0+incompatible',
  ],
  PyPI: [
    '1.0.dev456',
    '1.0a1',
    '1.0a2.dev456',
    '1.0a12.dev456',
    '1.0a12',
    '1.0b1.dev456',
    '1.0b2',
    '1.0b2.post345.dev456',
    '1.0b2.post345',
    '1.0rc1.dev456',
    '1.0rc1',
    '1.0',
    '1.0+abc.5',
    '1.0+abc.7',
    '1.0+5',
    '1.0.post456.dev34',
    '1.0.post456',
    '1.0.15',
    '1.1.dev1',
    '1!0.1',
  ],
  Maven: [
    '1-alpha2snapshot',
    '1-alpha2',
    '1-alpha-123',
    '1-beta-2',
    '1-beta123',
    '1-m2',
    '1-m11',
    '1-rc',
    '1-SNAPSHOT',
    '1',
    '1-sp',
    '1-abc',
    '1-1-snapshot',
    '1-1',
    '1-2',
    '1-123',
    '1.0.1.jre8-1',
    '1.0.1.Final2',
    '1.20200101123456789',
    '1.20200101123456790',
  ],
  RubyGems: ['1.0.RC1', '1.0.a', '1.0.b1', '1.0.b2', '1.0', '1.0.1', '1.0.10', '1.1', '2.0.0.rc1', '2.0.0'],
  NuGet: ['1.0.0-01', '1.0.0-alpha', '1.0.0-Beta', '1.0.0', '1.0.0.1', '1.0.1', '1.0.10'],
  Packagist: [
    'dev-main',
    '1.0.0-dev',
    '1.0.0-alpha1',
    '1.0.0-beta2',
    '1.0.0-RC1',
    '1.0.0',
    '1.0.0-p1',
    '1.0.1',
    '1.0.x-dev',
    '2010-alpha',
    '2010-alpha2-dev',
    '2010-alpha2',
    '2010.01.02',
  ],
  Pub: ['1.0.0-dev', '1.0.0', '1.0.0+1', '1.0.0+10', '1.0.0+hotfix', '1.0.1'],
};
const equal: [string, string, string][] = [
  ['npm', 'v1.2.3', '1.2.3+build.5'],
  ['PyPI', '1.0', '1.0.0'],
  ['PyPI', '1.0-1', '1.0.post1'],
  ['PyPI', '1.0.ALPHA1', '1.0a1'],
  ['Maven', '1', '1.0.0-ga'],
  ['Maven', '1.0-RC1', '1.0-CR1'],
  ['Maven', '5.2.20.RELEASE', '5.2.20'],
  ['RubyGems', '1.0', '1.0.0'],
  ['RubyGems', '1.0.0.a', '1.a'],
  ['Maven', '1.0.X1', '1.0-X1'],
  ['NuGet', '1.0', '1.0.0.0'],
  ['Packagist', 'v1.0', '1.0.0.0'],
];

const orderOf = (ecosystem: string) => required(versionOrder(ecosystem), `the order of ${ecosystem}`);
describe('the order of versions', () => {
  it.each(Object.entries(ascending))('of %s follows its specification', (ecosystem, versions) => {
    const compare = orderOf(ecosystem);
    for (const [index, one] of versions.entries()) {
      for (const [place, other] of versions.entries()) {
        expect([one, other, Math.sign(compare(one, other))]).toEqual([one, other, Math.sign(index - place)]);
      }
    }
  });

  it.each(equal)('of %s treats %s and %s as equal', (ecosystem, one, other) => {
    expect(orderOf(ecosystem)(one, other)).toBe(0);
  });

  it('never throws for an invalid version', () => {
    for (const ecosystem of Object.keys(ascending)) {
      for (const odd of ['', 'latest', '💥', '1..2', '-', '999999999999999999999.1']) {
        expect(typeof orderOf(ecosystem)(odd, '1.0')).toBe('number');
      }
    }
  });
});
