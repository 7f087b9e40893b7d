import { describe, expect, it } from 'vitest';
import { required } from '../../fixtures/required.ts';
import { cleanVersion, isAffected } from './match-advisories.ts';
import { readOsvRecord } from './osv-record.ts';

function advisory(ecosystem: string, events: object[], versions: string[] = []) {
  const record = {
    id: 'X-1',
    affected: [{ package: { ecosystem, name: 'p' }, ranges: [{ type: 'ECOSYSTEM', events }], versions }],
  };
  return required(readOsvRecord(record).advisories[0], 'the advisory');
}

describe('the versions that an advisory affects', () => {
  it('follow from the order of versions, in whatever order its events are listed', () => {
    const told = advisory('Maven', [
      { fixed: '2.0.1' },
      { introduced: '2.0' },
      { fixed: '1.4' },
      { introduced: '0' },
    ]);
    const hit = (version: string) => isAffected(told, version);
    expect(['0.1', '1.4-rc1', '1.4', '1.9', '2.0-alpha', '2.0', '2.0.1'].filter(hit)).toEqual([
      '0.1',
      '1.4-rc1',
      '2.0',
    ]);
  });

  it('end after the last version that is listed as affected', () => {
    const told = advisory('PyPI', [{ introduced: '1.0' }, { last_affected: '1.2' }]);
    expect(['1.0rc1', '1.0', '1.2.0', '1.2.post1'].filter((one) => isAffected(told, one))).toEqual([
      '1.0',
      '1.2.0',
    ]);
  });

  it.each([
    ['Packagist', 'dev-main'],
    ['Maven', '[1.0,2.0)'],
    ['npm', 'git+ssh://host/p.git#main'],
    ['PyPI', 'main'],
  ])('of %s include no branch, URL or placeholder, unless it is listed: %s', (ecosystem, version) => {
    expect(isAffected(advisory(ecosystem, [{ introduced: '0' }, { fixed: '9' }]), version)).toBe(false);
    expect(isAffected(advisory(ecosystem, [{ introduced: '0' }], [version]), version)).toBe(true);
  });
});

describe('the version to upgrade to', () => {
  it('has no advisory of the package, including those that only begin above', () => {
    const first = advisory('RubyGems', [{ introduced: '0' }, { fixed: '1.10.0' }]);
    const later = advisory('RubyGems', [{ introduced: '1.9' }, { fixed: '1.10.1' }]);
    const open = advisory('RubyGems', [{ introduced: '1.10' }]);
    expect(cleanVersion([first], [first, later], '1.2.0')).toBe('1.10.1');
    expect(cleanVersion([first], [first, open], '1.2.0')).toBe('1.10.0');
    expect(cleanVersion([open], [first, open], '1.11')).toBeNull();
  });
});
