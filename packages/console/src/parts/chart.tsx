import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { axisTimes, clockTime } from './moments.ts';

export interface Series {
  label: string;
  values: (number | null)[];
  /** Values for the legend, where bars overlap the previous series. */
  told?: (number | null)[];
  /** Name of a style sheet colour, such as `--good`. */
  colour: string;
  kind: 'bars' | 'line';
  /** Formats the value with its unit. */
  show: (value: number) => string;
}

interface ChartProps {
  /** Title, if the context does not say what it shows. */
  title?: string;
  /** A one-sentence description for screen readers. */
  label: string;
  /** Unix milliseconds, oldest first. */
  times: number[];
  series: Series[];
  height?: number;
}

/** A time series chart; the legend shows the values under the pointer. */
export function Chart({ title, label, times, series, height = 180 }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const key = JSON.stringify([times, series.map(({ values }) => values)]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the figures
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const draw = () => new uPlot(optionsFor(element, series, height, setAt), dataOf(times, series), element);
    let plot = draw();
    const again = () => {
      plot.destroy();
      plot = draw();
    };
    const resize = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    resize.observe(element);
    const themes = new MutationObserver(again);
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', again);
    return () => {
      resize.disconnect();
      themes.disconnect();
      dark.removeEventListener('change', again);
      plot.destroy();
    };
  }, [key, height]);
  return (
    <figure className="chart">
      {title !== undefined && <p className="chart-title">{title}</p>}
      <div ref={place} role="img" aria-label={label} />
      <figcaption className="legend">
        {at !== null && times[at] !== undefined && <strong>{clockTime(times[at])}</strong>}
        {series.map((one) => (
          <span key={one.label}>
            <i className={`swatch ${one.colour.slice(2)}`} />
            {one.label}
            {at !== null && <strong>{valueTextAt(one, at)}</strong>}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function valueTextAt({ values, told = values, kind, show }: Series, at: number): string {
  const value = told[at] ?? (kind === 'bars' ? 0 : null);
  return value === null ? '–' : show(value);
}

function dataOf(times: number[], series: Series[]): uPlot.AlignedData {
  return [times.map((ms) => ms / 1_000), ...series.map(({ values }) => values)];
}

function optionsFor(
  element: HTMLElement,
  series: Series[],
  height: number,
  onPoint: (at: number | null) => void,
): uPlot.Options {
  // Canvas does not support `light-dark()`: the resolved colour is read from an element.
  const probe = document.createElement('i');
  element.append(probe);
  const colour = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const show = series[0]?.show ?? String;
  const [quiet, line] = [colour('--quiet'), colour('--line')];
  const drawn = series.map((one): uPlot.Series => {
    const stroke = colour(one.colour);
    const value = (_plot: uPlot, raw: number | null) => (raw == null ? '–' : one.show(raw));
    if (one.kind === 'line') {
      const points = { show: true, size: 6, fill: stroke, filter: () => lonely(one.values) };
      return { label: one.label, stroke, width: 2, value, spanGaps: true, points };
    }
    return {
      label: one.label,
      stroke,
      fill: stroke,
      ...(bars && { paths: bars }),
      points: { show: false },
      value,
    };
  });
  probe.remove();
  const isOfBars = series.some(({ kind }) => kind === 'bars');
  const axis: uPlot.Axis = { stroke: quiet, grid: { stroke: line, width: 1 }, ticks: { show: false }, font };
  return {
    width: Math.max(element.clientWidth, 100),
    height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
    padding: [8, 20, 0, 0],
    scales: { y: { range: (_plot, _min, max) => [0, Math.max(max, 1) * 1.1] } },
    series: [{}, ...drawn],
    axes: [
      {
        ...axis,
        grid: { show: false },
        values: (_plot, ticks) => axisTimes(ticks.map((at) => at * 1_000)),
        space: 70,
        gap: 9,
        size: 56,
      },
      {
        ...axis,
        size: 56,
        ...(isOfBars && { incrs: wholeSteps }),
        values: (_plot, ticks) => ticks.map((tick) => show(tick)),
      },
    ],
  };
}

/** Indexes of values without neighbours, which a line alone would not show. */
function lonely(values: (number | null)[]): number[] {
  return values.flatMap((value, at) =>
    value !== null && values[at - 1] == null && values[at + 1] == null ? [at] : [],
  );
}

/** Bars count whole numbers. */
const wholeSteps = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((n) => n * 10 ** power)).flat();

const font = '12px system-ui';
const bars = uPlot.paths.bars?.({ size: [0.7, 40], radius: 0.15 });
