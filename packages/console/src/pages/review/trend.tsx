import { to } from '../../app/router.tsx';
import { Chart } from '../../parts/chart.tsx';
import { count, Time } from '../../parts/format.tsx';
import type { Application } from './application-frame.tsx';
import { Score } from './gauge.tsx';
import { type Severity, severities } from './severities.ts';
import { SeverityBar } from './severity.tsx';
import { useVersions } from './versions.ts';

const colours: Record<Severity, string> = {
  critical: '--bad',
  high: '--warn',
  medium: '--busy',
  low: '--edge',
};

/** Vulnerabilities and readiness across uploads of the same name. */
export function Trend({ of }: { of: Application }) {
  const versions = useVersions(of.name).flatMap(({ readiness, vulnerabilities, ...one }) =>
    readiness && vulnerabilities ? [{ ...one, readiness, vulnerabilities }] : [],
  );
  if (versions.length < 2) {
    return <p className="quiet">The curve begins with the second upload of the name “{of.name}”.</p>;
  }
  const oldest = versions.toReversed();
  const times = oldest.map(({ created_at: at }) => Date.parse(at));
  return (
    <>
      <div className="columns">
        <Chart
          label={`Vulnerabilities over ${versions.length} uploads`}
          times={times}
          series={severities.map((severity) => ({
            label: severity,
            kind: 'line',
            colour: colours[severity],
            values: oldest.map(({ vulnerabilities }) => vulnerabilities[severity]),
            show: count,
          }))}
        />
        <Chart
          label={`Readiness over ${versions.length} uploads`}
          times={times}
          series={[
            {
              label: 'Readiness of 100',
              kind: 'line',
              colour: '--good',
              values: oldest.map(({ readiness }) => readiness.overall),
              show: count,
            },
          ]}
        />
      </div>
      <ol className="versions" aria-label="Uploads of this name">
        {versions.slice(0, 12).map((one) => (
          <li key={one.id} aria-current={one.id === of.id ? 'true' : undefined}>
            <a href={to`review/${one.id}`}>
              <Time at={one.created_at} />
            </a>
            <Score of={one.readiness.overall} />
            <SeverityBar of={one.vulnerabilities} none="No known vulnerability" />
          </li>
        ))}
      </ol>
    </>
  );
}
