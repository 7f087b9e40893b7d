import { required } from '../../packages/server/src/kit/required.ts';
import { type Figure, judge, QUIET_CORES } from './result.ts';

const headings = ['figure', 'ours', 'bare', 'result', 'spread', 'floor', 'aim', 'verdict'];

export function formatTable(figures: readonly Figure[]): string {
  const rows = [headings, ...figures.map(formatRow)];
  const widths = headings.map((_, column) =>
    Math.max(...rows.map((row) => required(row[column], 'one of row').length)),
  );
  const line = (row: string[]) =>
    row
      .map((cell, column) => cell.padEnd(required(widths[column], 'one of widths')))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [line(required(rows[0], 'a row')), rule, ...rows.slice(1).map(line), ''].join('\n');
}

function formatRow(figure: Figure): string[] {
  const { name, ours, bare, value, unit, spread, floor, aim, faults, othersCores } = figure;
  const noisy = othersCores > QUIET_CORES ? `, noisy: others used ${othersCores.toFixed(2)} cores` : '';
  return [
    name,
    ours,
    bare ?? '',
    formatValue(value, unit),
    spread === undefined || spread.length < 2
      ? ''
      : `${formatNumber(Math.min(...spread))}-${formatNumber(Math.max(...spread))}`,
    formatValue(floor, unit),
    formatValue(aim, unit),
    `${judge(figure)}${faults.length > 0 ? ` (${faults.join('; ')})` : ''}${noisy}`,
  ];
}

function formatValue(value: number, unit: Figure['unit']): string {
  if (unit === 'ratio') return formatNumber(value);
  return `${formatNumber(value)}${unit === '/s' ? '' : ' '}${unit}`;
}

export function formatNumber(value: number): string {
  if (Number.isNaN(value)) return '-';
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
