import { type Command, Option } from 'commander';
import { clientCommand, listCommand } from './client-command.ts';

export function addReviewCommands(program: Command): void {
  addReview(program);
  const reviews = program.command('reviews').description('what reviews found');
  reviews.addCommand(
    listCommand('list', 'list the applications with their newest review, or all reviews of one', [
      'reviews list',
      'reviews list app_01a1fece31ef76f996b3eea0eb20b78c',
    ])
      .argument('[application]', 'id of an application')
      .action(async (id, options) => (await import('../client/reviews.ts')).listReviews(id, options)),
  );
  reviews.addCommand(
    clientCommand('show', 'show findings with their reason, the path of the data and the patch', [
      'reviews show rev_01a1fece31ef76f996b3eea0eb20b78c --severity critical,high',
      'reviews show app_01a1fece31ef76f996b3eea0eb20b78c --patches',
      'reviews show app_01a1fece31ef76f996b3eea0eb20b78c --wait --fail-on high',
    ])
      .argument('<review>', 'id of a review, or of an application: its newest')
      .option('--severity <list>', 'only these, separated by commas')
      .option('--category <list>', 'only these, separated by commas')
      .option('--file <path>', 'only in this file')
      .option('--status <status>', 'new, existing or suppressed')
      .option('--patches', 'print each patch too')
      .option('--wait', 'wait until the review is complete')
      .addOption(failOn('none'))
      .action(async (id, options) => {
        // Set first, so that an error on the way does not look like a finding.
        process.exitCode = 2;
        process.exitCode = await (await import('../client/reviews.ts')).showReview(id, options);
      }),
  );
}

function addReview(program: Command): void {
  program.addCommand(
    clientCommand('review', 'review an application; exits with 1 on severe findings, with 2 on failure', [
      'review .',
      'review . --patches',
      'review ./service --categories security,quality --fail-on critical --sarif findings.sarif',
      'review . --base origin/main --gate high=0,readiness',
    ])
      .argument('<folder>', 'a folder, packed as Git sees it, or a zip archive')
      .option('--name <name>', 'name of the application; default: that of the folder')
      .option('--categories <list>', 'separated by commas; default: all')
      .option('--base <base>', 'what the change started from: a git ref, folder, archive, review, or latest')
      .option('--gate <conditions>', 'exit with 1 unless this is met, such as critical=0,medium=5,readiness')
      .addOption(failOn('high'))
      .option('--sarif <file>', 'write the findings as SARIF 2.1.0')
      .option('--gitlab <file>', 'write the findings as a code quality report for GitLab')
      .option('--patches', 'make patches too, and print them')
      .action(async (folder, options) => {
        // Set first, so that an error on the way does not look like a finding.
        process.exitCode = 2;
        process.exitCode = await (await import('../client/review.ts')).review(folder, options);
      }),
  );
}

function failOn(usual: string): Option {
  return new Option('--fail-on <severity>', 'exit with 1 on a finding of at least this severity')
    .choices(['critical', 'high', 'medium', 'low', 'none'])
    .default(usual);
}
