import { Type } from 'typebox';
import { nullable } from '../../kit/http/index.ts';
import { defineFact } from './fact.ts';
import {
  always,
  count,
  fields,
  flag,
  id,
  listOf,
  oneOf,
  score,
  severityCounts,
  text,
  timestamp,
  usd,
} from './payload-fields.ts';

const applicationId = 'app_01a1e8e699ca76c58291572e104e9552';
const reviewId = 'rev_01a1e8e7895972739f96e1e803ad361a';

const category = oneOf(
  ['security', 'architecture', 'quality', 'testing', 'performance', 'documentation', 'meta'],
  'Category of the agents.',
);

function gradedScore(description: string) {
  return fields(
    { score: score('The score.'), grade: oneOf(['A', 'B', 'C', 'D', 'F'], 'Letter grade.') },
    description,
  );
}

const reviewGate = fields(
  {
    status: oneOf(['passed', 'failed'], 'How the change came out.'),
    baseline_review_id: nullable(id('The review.'), 'Review it was compared with; null when there was none.'),
    conditions: listOf(
      fields({
        condition: text('Such as `complete`, `new_high` or `readiness_cloud`.'),
        passed: flag('Whether it is met.'),
        message: text('What was found against what is allowed.'),
      }),
      'Each condition of the gate.',
    ),
  },
  'Only of a review that was given a gate.',
);

/** Uploads, analyses, reviews and readiness scores. */
export const reviewFacts = [
  // An upload is answered only after its ZIP file was checked, so "received" and "processed" happen at the
  // same time.
  defineFact({
    key: 'application_uploaded',
    platform: 'application_review',
    trigger: 'A ZIP file was received completely and passed the checks, and the application exists.',
    names: {
      events: 'code.upload.complete',
      webhooks: 'application.uploaded',
      area: 'application.uploaded',
    },
    data: fields({
      application_id: id('The application.'),
      name: text('Name of the application.'),
      filename: text('Name of the uploaded file.'),
      size_bytes: count('Size of the uploaded file, bytes.'),
      sha256: text('SHA-256 of the uploaded file, hex.'),
      status: always('analyzing', 'State of the application.'),
      uploaded_at: timestamp('When the upload was complete.'),
    }),
    sample: {
      application_id: applicationId,
      name: 'parcel-tracker',
      filename: 'parcel-tracker.zip',
      size_bytes: 4_718_592,
      sha256: '1a1e7fb366eda81424a43b7c185c8b962153b14ca302eede48357db5cb0f4a3e',
      status: 'analyzing',
      uploaded_at: '2026-11-17T09:46:31.208Z',
    },
  }),
  defineFact({
    key: 'analysis_started',
    platform: 'application_review',
    trigger: 'The static analysis of an application began.',
    names: { webhooks: 'analysis.started' },
    data: fields({
      application_id: id('The application.'),
      status: always('analyzing', 'State of the application.'),
      analysis_started_at: timestamp('When the analysis began.'),
    }),
    sample: {
      application_id: applicationId,
      status: 'analyzing',
      analysis_started_at: '2026-11-17T09:46:31.390Z',
    },
  }),
  defineFact({
    key: 'analysis_completed',
    platform: 'application_review',
    trigger: 'The static analysis of an application finished, and its results can be read.',
    names: {
      events: 'code.analysis.complete',
      webhooks: 'analysis.completed',
      area: 'analysis.completed',
    },
    data: fields({
      application_id: id('The application.'),
      status: always('analyzed', 'State of the application.'),
      primary_language: nullable(
        text('Language.'),
        'Language with most code; null when none was recognised.',
      ),
      languages: listOf(
        fields({
          name: text('Language.'),
          files: count('Files.'),
          lines_code: count('Lines of code.'),
        }),
        'Languages found.',
      ),
      files_analyzed: count('Files analysed in full.'),
      files_partial: count('Files analysed in part.'),
      files_skipped: count('Files that were not analysed.'),
      vulnerabilities: severityCounts('Vulnerabilities found.'),
      duration_ms: count('Length of the analysis, milliseconds.'),
      analysis_completed_at: timestamp('When the analysis finished.'),
    }),
    sample: {
      application_id: applicationId,
      status: 'analyzed',
      primary_language: 'TypeScript',
      languages: [
        { name: 'TypeScript', files: 214, lines_code: 18_460 },
        { name: 'Python', files: 12, lines_code: 903 },
      ],
      files_analyzed: 224,
      files_partial: 2,
      files_skipped: 37,
      vulnerabilities: { critical: 0, high: 3, medium: 9, low: 14 },
      duration_ms: 2_847,
      analysis_completed_at: '2026-11-17T09:46:34.237Z',
    },
  }),
  defineFact({
    key: 'review_started',
    platform: 'application_review',
    trigger: 'The agents of a review began to work.',
    names: { webhooks: 'review.started', area: 'review.started' },
    data: fields({
      review_id: id('The review.'),
      application_id: id('The application.'),
      status: always('running', 'State of the review.'),
      categories: listOf(category, 'Categories under review.'),
      agents_total: count('Agents at work.'),
      generate_patches: flag('Whether patches were asked for.'),
      started_at: timestamp('When the review began.'),
    }),
    sample: {
      review_id: reviewId,
      application_id: applicationId,
      status: 'running',
      categories: ['security', 'testing'],
      agents_total: 8,
      generate_patches: true,
      started_at: '2026-11-17T09:50:02.011Z',
    },
  }),
  defineFact({
    key: 'review_agent_completed',
    platform: 'application_review',
    trigger: 'One agent of a review finished; `status` is its result.',
    names: { events: 'review.agent.complete' },
    data: fields({
      review_id: id('The review.'),
      application_id: id('The application.'),
      agent_id: id('The agent, such as `security.injection`.'),
      category,
      driver: oneOf(['rules', 'llm'], 'What drove the agent.'),
      status: oneOf(['completed', 'failed', 'skipped'], '`skipped` when its language is absent.'),
      findings: severityCounts('Findings of this agent.'),
      duration_ms: count('Length of its work, milliseconds.'),
      llm: Type.Optional(
        fields(
          {
            provider: text('Who runs the model.'),
            model: text('The model.'),
            requests: count('Calls.'),
            input_tokens: count('Tokens that it read.'),
            output_tokens: count('Tokens that it wrote.'),
            cost_usd: usd('What it cost.'),
          },
          'What a language model took; only where one was asked.',
        ),
      ),
      error: nullable(
        fields({ code: text('Machine-readable code.'), message: text('What went wrong.') }),
        'Why it failed; null when it did not.',
      ),
      completed_at: timestamp('When the agent finished.'),
    }),
    sample: {
      review_id: reviewId,
      application_id: applicationId,
      agent_id: 'security.injection',
      category: 'security',
      driver: 'rules',
      status: 'completed',
      findings: { critical: 0, high: 2, medium: 3, low: 1 },
      duration_ms: 1_204,
      error: null,
      completed_at: '2026-11-17T09:50:03.215Z',
    },
  }),
  defineFact({
    key: 'review_completed',
    platform: 'application_review',
    trigger: 'All agents of a review finished, and its results can be read.',
    names: {
      events: 'review.multi-agent.complete',
      webhooks: 'review.completed',
      area: 'review.completed',
    },
    // The interface specifies this payload field by field.
    data: fields({
      review_id: id('The review.'),
      application_id: id('The application.'),
      status: text('State of the review, such as `completed` or `completed_with_errors`.'),
      scores: fields(
        {
          cloud_readiness: score('Readiness for a cloud.'),
          library_readiness: score('Readiness to be used as a library.'),
          mesh_readiness: score('Readiness to run in a service mesh.'),
        },
        'Readiness scores.',
      ),
      findings: severityCounts('Findings of the review.'),
      patches_generated: count('Patches made.'),
      duration_seconds: count('Length of the review, seconds.'),
      gate: Type.Optional(reviewGate),
    }),
    sample: {
      review_id: reviewId,
      application_id: applicationId,
      status: 'completed',
      scores: { cloud_readiness: 78, library_readiness: 84, mesh_readiness: 66 },
      findings: { critical: 0, high: 3, medium: 11, low: 19 },
      patches_generated: 4,
      duration_seconds: 9,
    },
  }),
  defineFact({
    key: 'readiness_scored',
    platform: 'application_review',
    trigger: 'The readiness scores of an application were computed, for the first time or again.',
    names: { events: 'readiness.scored' },
    data: fields({
      application_id: id('The application.'),
      readiness: fields(
        {
          cloud: gradedScore('Readiness for a cloud.'),
          library: gradedScore('Readiness to be used as a library.'),
          mesh: gradedScore('Readiness to run in a service mesh.'),
          overall: score('Rounded mean of the three.'),
        },
        'The scores.',
      ),
      computed_at: timestamp('When the scores were computed.'),
    }),
    sample: {
      application_id: applicationId,
      readiness: {
        cloud: { score: 78, grade: 'C' },
        library: { score: 84, grade: 'B' },
        mesh: { score: 66, grade: 'D' },
        overall: 76,
      },
      computed_at: '2026-11-17T09:46:34.309Z',
    },
  }),
] as const;
