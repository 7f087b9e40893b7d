import { Meter } from 'react-aria-components/Meter';

function toneOf(grade: string): 'good' | 'warn' | 'bad' {
  return grade === 'A' || grade === 'B' ? 'good' : grade === 'F' ? 'bad' : 'warn';
}

export function Grade({ score, grade }: { score: number; grade: string }) {
  return (
    <span className="grade-line">
      <span className={`grade ${toneOf(grade)}`}>{grade}</span> {score}
    </span>
  );
}

/** A score without a grade. */
export function Score({ of }: { of: number }) {
  return (
    <span className="grade-line">
      <strong>{of}</strong> <span className="quiet">of 100</span>
    </span>
  );
}

const RADIUS = 42;
/** The arc covers three quarters of a circle, open at the bottom. */
const ARC = 2 * Math.PI * RADIUS * 0.75;

/** A score out of 100 as a gauge, with the grade in the middle. */
export function Gauge({ label, score, grade }: { label: string; score: number; grade: string }) {
  return (
    <Meter
      className={`gauge ${toneOf(grade)}`}
      value={score}
      aria-label={label}
      valueLabel={`${score} of 100, grade ${grade}`}
    >
      <svg viewBox="0 0 100 88" aria-hidden="true">
        <circle className="gauge-ground" cx="50" cy="50" r={RADIUS} strokeDasharray={`${ARC} 999`} />
        <circle
          className="gauge-value"
          cx="50"
          cy="50"
          r={RADIUS}
          strokeDasharray={`${(ARC * score) / 100} 999`}
        />
        <text x="50" y="52" className="gauge-grade">
          {grade}
        </text>
        <text x="50" y="72" className="gauge-score">
          {score} of 100
        </text>
      </svg>
    </Meter>
  );
}
