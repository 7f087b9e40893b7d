/** One figure with its meaning. */
export function Figure({
  label,
  figure,
  detail,
  tone = 'plain',
}: {
  label: string;
  figure: string;
  detail: string;
  tone?: 'plain' | 'warn' | 'bad' | 'good';
}) {
  return (
    <div className="card">
      <span className="card-label">{label}</span>
      <span className={`card-figure ${tone}`}>{figure}</span>
      <span className="quiet">{detail}</span>
    </div>
  );
}
