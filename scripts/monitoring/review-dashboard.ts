import { rate, whole } from './panel-kinds.ts';
import type { Dashboard, Panel } from './panels.ts';

const ofModel = (title: string, text: string, metric: string, by: string): Panel => ({
  ...rate(title, text, metric, by, 'short'),
  emptyWhile: 'no language model was asked',
});

export const review: Dashboard = {
  uid: 'trivium-review',
  title: 'Trivium: review',
  rows: [
    {
      title: 'Under way',
      panels: [
        whole('Open reviews', 'Reviews that have not ended.', 'trivium_reviews_open', 'short'),
        whole(
          'Oldest open review',
          'How long ago it was asked for.',
          'trivium_reviews_oldest_open_seconds',
          's',
          3_600,
        ),
        whole(
          'Analyses',
          'Applications whose analysis has not ended.',
          'trivium_applications_analyzing',
          'short',
        ),
        whole(
          'Oldest analysis',
          'How long ago its application was uploaded.',
          'trivium_applications_oldest_analyzing_seconds',
          's',
          1_800,
        ),
        {
          ...rate(
            'Failures of jobs',
            'Failed attempts a second.',
            'trivium_job_failures_total{job=~"review.*"}',
            'job',
            'short',
          ),
          emptyWhile: 'none failed',
        },
        whole(
          'Late jobs',
          'How late the oldest due background job is.',
          'trivium_jobs_oldest_due_seconds',
          's',
          600,
        ),
      ],
    },
    {
      title: 'Language model, of outreach too',
      panels: [
        ofModel('Calls', 'Calls a second by result.', 'trivium_model_calls_total', 'result'),
        ofModel('Tokens', 'Tokens a second.', 'trivium_model_tokens_total', 'kind'),
        ofModel('Cost', 'USD a second.', 'trivium_model_cost_usd_total', 'area'),
      ],
    },
  ],
};
