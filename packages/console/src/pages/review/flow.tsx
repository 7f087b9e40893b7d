import type { Finding } from './use-findings.ts';

type Step = Finding['evidence'][number];

const ROW = 62;
const LANE = 26;
/** The role of a line on the path, in words. */
const roleTexts: Record<string, string> = { source: 'Source', step: 'Step', sink: 'Sink' };

/** One line may have several roles; it is a single stop. */
function stopsOf(evidence: readonly Step[]): (Step & { roles: string[] })[] {
  const stops: (Step & { roles: string[] })[] = [];
  for (const step of evidence) {
    const last = stops.at(-1);
    if (last?.file === step.file && last.line === step.line) {
      if (!last.roles.includes(step.role)) last.roles.push(step.role);
    } else stops.push({ ...step, roles: [step.role] });
  }
  return stops;
}

/** The path of a value from source to sink, one lane per file. */
export function Flow({ evidence, label }: { evidence: readonly Step[]; label: string }) {
  const stops = stopsOf(evidence);
  const files = [...new Set(stops.map(({ file }) => file))];
  const points = stops.map(({ file, roles }, at) => ({
    x: files.indexOf(file) * LANE + 15,
    y: at * ROW + ROW / 2,
    roles,
  }));
  const width = files.length * LANE + 8;
  return (
    <div className="flow" style={{ '--row': `${ROW}px` } as React.CSSProperties}>
      <svg width={width} height={stops.length * ROW} aria-hidden="true">
        {files.map((file, at) => (
          <line
            key={file}
            className="flow-lane"
            x1={at * LANE + 15}
            x2={at * LANE + 15}
            y1="0"
            y2={stops.length * ROW}
          />
        ))}
        {points.map(({ x, y }, at) => {
          const from = points[at - 1];
          if (from === undefined) return null;
          const middle = (from.y + y) / 2;
          return (
            <path
              key={`${from.y} ${y}`}
              className="flow-way"
              d={`M${from.x},${from.y} C${from.x},${middle} ${x},${middle} ${x},${y}`}
            />
          );
        })}
        {points.map(({ x, y, roles }) => (
          <circle key={y} className={`flow-stop ${toneOf(roles)}`} cx={x} cy={y} r="7" />
        ))}
      </svg>
      <ol aria-label={label}>
        {stops.map(({ file, line, snippet, roles }) => (
          <li key={`${file}:${line}:${roles.join()}`}>
            <span className="flow-head">
              <strong className={toneOf(roles)}>{describeRoles(roles)}</strong>
              <code className="quiet">
                {file}:{line}
              </code>
            </span>
            <code className="flow-code" title={snippet}>
              {snippet}
            </code>
          </li>
        ))}
      </ol>
    </div>
  );
}

export function toneOf(roles: string[]): string {
  return roles.includes('sink') ? 'sink' : roles.includes('source') ? 'source' : 'step';
}

/** All of a line's roles, in words: `Comes in and does harm`. */
export function describeRoles(roles: string[]): string {
  const told = roles.length > 1 ? roles.filter((role) => role !== 'step') : roles;
  return told.map((role, at) => (at === 0 ? roleTexts[role] : roleTexts[role]?.toLowerCase())).join(' and ');
}
