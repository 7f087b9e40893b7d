import { expect, test } from 'vitest';
import { type Gate, type GateSubject, judgeGate, parseGate } from './gate.ts';

const readiness = { cloud: 70, library: 60, mesh: 50 };
const clean: GateSubject = {
  newFindings: { critical: 0, high: 0, medium: 0, low: 0 },
  readiness,
  baseReadiness: readiness,
  incomplete: null,
};
const brought = (counts: Partial<GateSubject['newFindings']>): GateSubject => ({
  ...clean,
  newFindings: { ...clean.newFindings, ...counts },
});

test.each([
  ['high=0', brought({ medium: 9 }), []],
  ['high=0', brought({ high: 1 }), ['new_high']],
  // A limit for a severity also applies to higher ones.
  ['high=0', brought({ critical: 1 }), ['new_high']],
  ['high=1,medium=3', brought({ high: 1, medium: 2 }), []],
  ['high=1,medium=3', brought({ high: 1, medium: 3 }), ['new_medium']],
  ['readiness', { ...clean, baseReadiness: { cloud: 71, library: 60, mesh: 40 } }, ['readiness_cloud']],
  ['critical=0,readiness', { ...clean, baseReadiness: null }, []],
  ['low=9', { ...clean, incomplete: 'An agent failed.' }, ['complete']],
])('%s', (text, subject, failed) => {
  const { passed, conditions } = judgeGate(parseGate(text) as Gate, subject);
  expect(conditions.filter((one) => !one.passed).map(({ condition }) => condition)).toEqual(failed);
  expect(passed).toBe(failed.length === 0);
});

test('says for each condition what was found and what is allowed', () => {
  const { conditions } = judgeGate(parseGate('high=2,readiness') as Gate, brought({ critical: 1, high: 2 }));
  expect(conditions.map(({ message }) => message)).toEqual([
    'Everything was looked at.',
    'New findings that are high or graver: 3, at most 2 allowed.',
    'Readiness (cloud): 70, the same as the 70 of the base.',
    'Readiness (library): 60, the same as the 60 of the base.',
    'Readiness (mesh): 50, the same as the 50 of the base.',
  ]);
});

test.each(['', 'high', 'high=', 'high=-1', 'grave=0', 'high=0;low=1', 'readiness=1'])(
  'an invalid gate `%s` is refused',
  (text) => {
    expect(parseGate(text)).toBeUndefined();
  },
);
