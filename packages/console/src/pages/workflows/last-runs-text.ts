/** How the latest runs of a workflow ended, and how many wait. */
export function lastRunsText(runs: { succeeded: number; failed: number; queued: number }): string {
  const { succeeded, failed, queued } = runs;
  const ended = succeeded + failed;
  const text = [
    failed > 0 && `${failed} of ${ended} failed`,
    failed === 0 && ended > 0 && (ended === 1 ? 'Succeeded' : `All ${ended} succeeded`),
    queued > 0 && `${queued} waiting`,
  ];
  return text.filter(Boolean).join(', ');
}
