import { html, type TemplateResult } from 'lit-html';
import type { Trivium } from '../../../sdk/src/index.ts';
import type { OpenPage } from '../page.ts';
import { Actions } from '../parts/action.ts';
import { showForm } from '../parts/form.ts';
import { badge, json, moment } from '../parts/format.ts';
import { List } from '../parts/list.ts';
import { Loaded } from '../parts/loaded.ts';
import { showRecord } from '../parts/record.ts';

/** The applications under review, and a way to hand in another one. */
export const openApplications: OpenPage = (context) => {
  const actions = new Actions(context);
  const list = new List(context, {
    operation: 'listApplications',
    items: 'applications',
    columns: [
      { title: 'Name', of: (one) => html`<a href="#/review/${one.id}">${one.name}</a>` },
      { title: 'Status', of: (one) => badge(one.status) },
      { title: 'Language', of: (one) => one.primary_language },
      { title: 'Uploaded', of: (one) => moment(one.created_at) },
    ],
    empty: 'No application was uploaded yet.',
  });
  const upload = showForm(
    [{ name: 'file', label: 'ZIP archive', type: 'file', required: true }],
    'Upload and analyse',
    (_typed, file) =>
      actions.run('Upload', async () => {
        const { id } = await context.trivium.upload('uploadApplication', file!, 'application/zip', {
          query: { name: file!.name.replace(/\.zip$/i, '') },
        });
        location.hash = `#/review/${id}`;
      }),
  );
  return () => html`<h1>Application review</h1>
    ${upload} ${actions.show()} ${list.show()}`;
};

/** One application: its analysis, its readiness, its reviews. */
export const openApplication: OpenPage = (context) => {
  const { api } = context.trivium;
  const params = { id: context.params.id! };
  const actions = new Actions(context);
  const application = new Loaded(context, () => api.getApplication({ params }));
  const reviews = new List(context, {
    operation: 'listReviews',
    items: 'reviews',
    params,
    columns: [
      { title: 'Review', of: (one) => html`<a href="#/reviews/${one.review_id}">${one.review_id}</a>` },
      { title: 'Status', of: (one) => badge(one.status) },
      { title: 'Agents', of: (one) => `${one.progress.completed} of ${one.progress.total}` },
      { title: 'Driver', of: (one) => one.driver },
      { title: 'Started', of: (one) => moment(one.created_at) },
    ],
    empty: 'It was not reviewed yet.',
  });
  void application.follow(({ status }) => status !== 'analyzing');
  const review = (generate_patches: boolean) => async () => {
    const { review_id } = await api.requestReview({
      params,
      body: { categories: ['all'], generate_patches },
    });
    location.hash = `#/reviews/${review_id}`;
  };
  return () => html`<h1>Application</h1>
    ${application.show(
      ({ name, status, languages, readiness, vulnerabilities, metrics, error }) => html`<p>
          <strong>${name}</strong> ${badge(status)}
        </p>
        ${error ? html`<p role="alert">${error.message}</p>` : ''}
        ${showRecord({
          Languages: languages && shares(languages),
          Readiness: readiness && grades(readiness),
          Vulnerabilities: vulnerabilities && counts(vulnerabilities),
          Files:
            metrics &&
            `${metrics.files_analyzed} read in full, ${metrics.files_partial} in part, ${metrics.files_skipped} not`,
        })}`,
    )}
    <p class="actions">
      ${actions.button('Review with all 23 agents', review(false))} ${actions.button('Review, with patches', review(true))}
    </p>
    ${actions.show()}
    <h2>Reviews</h2>
    ${reviews.show()}`;
};

type Application = Awaited<ReturnType<Trivium['api']['getApplication']>>;
type Review = Awaited<ReturnType<Trivium['api']['getReview']>>;
type Counts = Record<'critical' | 'high' | 'medium' | 'low', number>;

function shares(languages: NonNullable<Application['languages']>): string {
  const code = languages.filter(({ percent }) => percent > 0);
  return code.map(({ name, percent, lines_code }) => `${name} ${percent} % (${lines_code} lines)`).join(', ');
}

function grades({ cloud, library, mesh, overall }: NonNullable<Application['readiness']>): string {
  return `${overall} overall: cloud ${cloud.grade} (${cloud.score}), library ${library.grade} (${library.score}), mesh ${mesh.grade} (${mesh.score})`;
}

function counts({ critical, high, medium, low }: Counts): string {
  return `${critical} critical, ${high} high, ${medium} medium, ${low} low`;
}

/** While agents still look, only what they have found is told: a zero would be an all-clear. */
function countsSoFar({ critical, high, medium, low }: Counts): string {
  const found = Object.entries({ critical, high, medium, low }).filter(([, count]) => count > 0);
  if (found.length === 0) return 'nothing so far';
  return `${found.map(([severity, count]) => `${count} ${severity}`).join(', ')} so far`;
}

interface Category {
  grade: string | null;
  score: number | null;
  caps: { reason: string }[];
  findings: Counts;
  completed: number;
  agents_total: number;
}

/** What each category came to, with what holds its score down. */
function showCategories(categories: Record<string, Category>, isUnderWay: boolean): TemplateResult {
  const missing = isUnderWay ? 'not yet' : 'none';
  const found = ({ findings, completed }: Category) => {
    if (isUnderWay) return countsSoFar(findings);
    return completed === 0 ? missing : counts(findings);
  };
  return html`<div class="table">
    <table>
      <thead>
        <tr>${['Category', 'Grade', 'Found', 'Agents'].map((title) => html`<th scope="col">${title}</th>`)}</tr>
      </thead>
      <tbody>
        ${Object.entries(categories).map(
          ([name, category]) => html`<tr>
            <td>${name}</td>
            <td>${category.grade === null ? missing : `${category.grade} (${category.score})`}${category.caps.map(({ reason }) => html`<p class="quiet">${reason}</p>`)}</td>
            <td>${found(category)}</td>
            <td>${category.completed} of ${category.agents_total}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** One review: its progress, then its findings, the gravest first. */
export const openReview: OpenPage = (context) => {
  const { api } = context.trivium;
  const params = { id: context.params.id! };
  const review = new Loaded(context, () => api.getReview({ params }));
  const findings = new List(context, {
    operation: 'getReviewResults',
    items: 'findings',
    params,
    columns: [
      { title: 'Severity', of: (one) => badge(one.severity) },
      { title: 'Finding', of: showFinding },
      { title: 'Where', of: (one) => html`<code>${one.file}:${one.line}</code>` },
      { title: 'Agent', of: (one) => one.agent },
    ],
    empty: () => (review.value === undefined ? 'Reading …' : sayNoFinding(review.value)),
  });
  void review.follow(({ status }) => !unfinished.has(status)).then(() => findings.refresh());
  return () => html`<h1>Review</h1>
    ${review.show(
      ({ status, progress, application_id, driver, categories }) => html`<p>
        ${badge(status)} of <a href="#/review/${application_id}">its application</a>, by ${driver}:
        ${progress.completed} of ${progress.total} agents done, ${progress.failed} failed
        <progress max=${progress.total} value=${progress.completed + progress.failed}></progress>
      </p>
      ${showCategories(categories as Record<string, Category>, unfinished.has(status))}`,
    )}
    <h2>Findings</h2>
    ${findings.show()}`;
};

const unfinished = new Set(['queued', 'running', 'verifying']);

/** What it means that no finding is there: an all-clear only where every agent has looked. */
function sayNoFinding({ status, progress }: Review): string {
  const done = `${progress.completed} of ${progress.total} agents are done`;
  if (status === 'queued') return 'Not looked at yet: the review waits for its turn.';
  if (unfinished.has(status)) return `Nothing so far: ${done}.`;
  if (progress.completed < progress.total)
    return `Nothing was found by the agents that ended well, and not all did: ${done}, ${progress.failed} failed.`;
  return `Nothing was found: ${done}.`;
}

interface Finding {
  title: string;
  description: string;
  recommendation: string;
  snippet?: string | null;
  patch?: string | null;
  evidence?: unknown;
}

function showFinding({
  title,
  description,
  recommendation,
  snippet,
  patch,
  evidence,
}: Finding): TemplateResult {
  return html`<details>
    <summary>${title}</summary>
    <p>${description}</p>
    <p>${recommendation}</p>
    ${snippet ? html`<pre tabindex="0">${snippet}</pre>` : ''} ${patch ? html`<pre tabindex="0">${patch}</pre>` : ''}
    ${Array.isArray(evidence) && evidence.length > 0 ? json(evidence) : ''}
  </details>`;
}
