/** How much an organization has. */
export interface VolumeSizes {
  events: number;
  /** Days over which it came, up to now. */
  days: number;
  subscriptions: number;
  /** Those of them that get what is published, all of it. */
  matching: number;
  /** Attempts of the last 30 days; older ones are not kept. */
  attempts: number;
  deadLetters: number;
  /** Deliveries that wait because their subscription is paused. */
  waiting: number;
  workflows: number;
  runs: number;
  leads: number;
  communications: number;
  campaigns: number;
  contracts: number;
  transactions: number;
  alerts: number;
  jobs: number;
  applications: number;
  reviews: number;
  findings: number;
  components: number;
  traces: number;
  requests: number;
}

/** An organization after three years. */
const years: VolumeSizes = {
  events: 1_000_000,
  days: 1_095,
  subscriptions: 2_000,
  matching: 100,
  attempts: 2_500_000,
  deadLetters: 500_000,
  waiting: 50_000,
  workflows: 20,
  runs: 200_000,
  leads: 300_000,
  communications: 500_000,
  campaigns: 200,
  contracts: 20_000,
  transactions: 500_000,
  alerts: 50_000,
  jobs: 50_000,
  applications: 1_000,
  reviews: 2_000,
  findings: 200_000,
  components: 20_000,
  traces: 50_000,
  requests: 100_000,
};

/** A part of that, and of everything enough for a page. */
export function sizesOf(share: number): VolumeSizes {
  const least: Partial<VolumeSizes> = { days: years.days, matching: 2, workflows: 2 };
  return Object.fromEntries(
    Object.entries(years).map(([name, size]) => [
      name,
      Math.max(Math.ceil(size * share), least[name as keyof VolumeSizes] ?? 20),
    ]),
  ) as unknown as VolumeSizes;
}
