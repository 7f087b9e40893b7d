import { Type } from 'typebox';
import { named, nullable, timestampField } from '../../../kit/http/index.ts';

const check = Type.Object({
  id: Type.String(),
  weight: Type.Number(),
  status: Type.String({ enum: ['pass', 'partial', 'fail', 'not_applicable'] }),
  points: Type.Number({ description: '0 to `weight`.' }),
  evidence: Type.Array(Type.Object({ file: Type.String(), line: Type.Integer() })),
  recommendation: nullable(Type.String(), 'What would gain the missing points; null when none are missing.'),
});

const factor = Type.Object({
  name: Type.String(),
  weight: Type.Number({ description: 'Share of the factor in the score, 0 to 1.' }),
  score: nullable(
    Type.Integer(),
    '100 x points over weights of the checks that apply; null when none does, and its share is then left out.',
  ),
  checks: Type.Array(check),
});

export const readinessRecord = named(
  'Readiness',
  Type.Object({
    application_id: Type.String(),
    score: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Weighted mean of the factors, then the lowest cap.',
    }),
    grade: Type.String({ enum: ['A', 'B', 'C', 'D', 'F'] }),
    confidence: Type.String({
      enum: ['full', 'partial'],
      description: '`partial` when known vulnerabilities could not be looked up, or files were not read.',
    }),
    factors: Type.Array(factor),
    caps: Type.Array(
      named('ScoreCap', Type.Object({ id: Type.String(), max_score: Type.Integer(), reason: Type.String() })),
    ),
    recommendations: Type.Array(
      Type.Object({
        id: Type.String(),
        gain: Type.Number({ description: 'Points of the score that it brings.' }),
        effort: Type.String({ enum: ['S', 'M', 'L'], description: 'Weighs 1, 4 and 12 in the order.' }),
        text: Type.String(),
      }),
      { description: 'By gain over effort, largest first.' },
    ),
    computed_at: timestampField('When the score was computed.'),
  }),
);
