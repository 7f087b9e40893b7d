import { only } from '../../kit/db/index.ts';
import { type FigureSource, MAX_COUNTED } from '../../kit/observability/index.ts';

/** Analyses and reviews in progress. */
export const reviewGauges: FigureSource = {
  part: 'review',
  figures: [
    { name: 'trivium_reviews_open', help: 'Reviews that have not ended; counted no further than 10,000.' },
    {
      name: 'trivium_reviews_oldest_open_seconds',
      help: 'How long ago the oldest of them was asked for; 0 without one.',
    },
    {
      name: 'trivium_applications_analyzing',
      help: 'Applications whose analysis has not ended; counted no further than 10,000.',
    },
    {
      name: 'trivium_applications_oldest_analyzing_seconds',
      help: 'How long ago the oldest of them was uploaded; 0 without one.',
    },
  ],
  async read(query) {
    const reviews = only(
      await query<{ open: number; oldest: number }>(
        `select count(*) as open, coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as oldest
         from (select created_at from review_reviews where status in ('queued', 'running', 'verifying')
           order by created_at limit ${MAX_COUNTED}) waiting`,
      ),
    );
    const analyses = only(
      await query<{ open: number; oldest: number }>(
        `select count(*) as open, coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as oldest
         from (select created_at from review_applications where status = 'analyzing'
           order by created_at limit ${MAX_COUNTED}) waiting`,
      ),
    );
    return [
      { name: 'trivium_reviews_open', value: reviews.open },
      { name: 'trivium_reviews_oldest_open_seconds', value: reviews.oldest },
      { name: 'trivium_applications_analyzing', value: analyses.open },
      { name: 'trivium_applications_oldest_analyzing_seconds', value: analyses.oldest },
    ];
  },
};
