import { Type } from 'typebox';
import { named, nullable, timestampField } from '../../../kit/http/index.ts';

/** A reason why a score cannot be higher. */
export const scoreCap = named(
  'ScoreCap',
  Type.Object({
    id: Type.String({ description: 'A stable name.' }),
    max_score: Type.Integer({ description: 'Upper limit of the score.' }),
    reason: Type.String({ description: 'Why, in a sentence.' }),
  }),
);

const check = Type.Object({
  id: Type.String({ description: 'A stable name.' }),
  weight: Type.Number({ description: 'Maximum points.' }),
  status: Type.String({
    enum: ['pass', 'partial', 'fail', 'not_applicable'],
    description: '`not_applicable` checks do not count.',
  }),
  points: Type.Number({ description: '0 to `weight`.' }),
  evidence: Type.Array(
    Type.Object({
      file: Type.String({ description: 'Path in the archive.' }),
      line: Type.Integer({ description: 'From 1.' }),
    }),
    { description: 'Where it was seen; empty if it is missing.' },
  ),
  recommendation: nullable(Type.String(), 'What would gain the missing points; null if none are missing.'),
});

const factor = Type.Object({
  name: Type.String({ description: 'What it is about.' }),
  weight: Type.Number({ description: 'Share of the factor in the score, 0 to 1.' }),
  score: nullable(
    Type.Integer(),
    '100 x points over weights of the checks that apply; null when none does, and its share is then left out.',
  ),
  checks: Type.Array(check, { description: 'The checks that it was computed from.' }),
});

export const readinessRecord = named(
  'Readiness',
  Type.Object({
    application_id: Type.String({ description: '`app_…`' }),
    score: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Weighted mean of the factors, then the lowest cap.',
    }),
    grade: Type.String({
      enum: ['A', 'B', 'C', 'D', 'F'],
      description: '`A` from 90, `B` from 80, `C` from 70, `D` from 60, else `F`.',
    }),
    confidence: Type.String({
      enum: ['full', 'partial'],
      description: '`partial` when known vulnerabilities could not be looked up, or files were not read.',
    }),
    factors: Type.Array(factor, { description: 'How the score was computed.' }),
    caps: Type.Array(scoreCap, {
      description: 'Caps that limit the score, whatever the factors are; empty for none.',
    }),
    recommendations: Type.Array(
      Type.Object({
        id: Type.String({ description: 'The check that it is about.' }),
        gain: Type.Number({ description: 'Points of the score that it would gain.' }),
        effort: Type.String({ enum: ['S', 'M', 'L'], description: 'Weighs 1, 4 and 12 in the order.' }),
        text: Type.String({ description: 'What to do, in a sentence.' }),
      }),
      { description: 'By gain over effort, largest first.' },
    ),
    computed_at: timestampField('When the score was computed.'),
  }),
);
