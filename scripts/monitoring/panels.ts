/** One query of a panel. */
export interface Query {
  expr: string;
  /** May contain labels in double braces. */
  legend: string;
}

export interface Panel {
  title: string;
  /** Explanation for the reader of the panel. */
  text: string;
  /** Why the panel may be empty in normal operation, as the end of "Empty while …". */
  emptyWhile?: string;
  /** A unit of Grafana, such as `s`, `bytes`, `percentunit`, `reqps`, `short`. */
  unit: string;
  queries: Query[];
  /** Show a number instead of a curve. */
  isNumber?: boolean;
  /** From this value on, it is shown in red. */
  redFrom?: number;
  /** Exemplars link to traces. */
  hasExemplars?: boolean;
}

export interface Dashboard {
  uid: string;
  title: string;
  rows: { title: string; panels: Panel[] }[];
}

const COLUMNS = 24;
const NUMBER_SIZE = { w: 4, h: 4 };
const CURVE_SIZE = { w: 12, h: 8 };
const source = { type: 'prometheus', uid: '$datasource' };

/** All fields of Grafana's schema, so that nothing depends on the defaults of a version. */
const numberOptions = {
  colorMode: 'background',
  graphMode: 'area',
  justifyMode: 'auto',
  orientation: 'auto',
  percentChangeColorMode: 'standard',
  reduceOptions: { calcs: ['lastNotNull'] },
  showPercentChange: false,
  textMode: 'auto',
  wideLayout: true,
};
const curveOptions = {
  legend: { displayMode: 'list', placement: 'bottom', showLegend: true, calcs: [] },
  tooltip: { mode: 'multi', sort: 'desc' },
};
const otherDashboards = {
  type: 'dashboards',
  tags: ['trivium'],
  title: 'Trivium',
  icon: 'external link',
  tooltip: '',
  asDropdown: true,
  includeVars: false,
  keepTime: true,
  targetBlank: false,
};

/** The JSON for Grafana: panels from left to right, row by row. */
export function toGrafana({ uid, title, rows }: Dashboard): object {
  let id = 0;
  let y = 0;
  const panels = rows.flatMap((row) => {
    const header = {
      id: ++id,
      type: 'row',
      title: row.title,
      collapsed: false,
      gridPos: { x: 0, y, w: COLUMNS, h: 1 },
      panels: [],
    };
    y++;
    let x = 0;
    let height = 0;
    const placed = row.panels.map((panel) => {
      const { w, h } = panel.isNumber ? NUMBER_SIZE : CURVE_SIZE;
      if (x + w > COLUMNS) {
        x = 0;
        y += height;
        height = 0;
      }
      const gridPos = { x, y, w, h };
      x += w;
      height = Math.max(height, h);
      return { id: ++id, ...toPanel(panel), gridPos };
    });
    y += height;
    return [header, ...placed];
  });
  return {
    uid,
    title,
    tags: ['trivium'],
    schemaVersion: 39,
    editable: true,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    templating: {
      list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Data source' }],
    },
    annotations: { list: [] },
    links: [otherDashboards],
    panels,
  };
}

function toPanel({ title, text, emptyWhile, unit, queries, isNumber, redFrom, hasExemplars }: Panel): object {
  const steps = [
    { color: 'green', value: null },
    ...(redFrom === undefined ? [] : [{ color: 'red', value: redFrom }]),
  ];
  return {
    type: isNumber ? 'stat' : 'timeseries',
    title,
    description: emptyWhile === undefined ? text : `${text} Empty while ${emptyWhile}.`,
    datasource: source,
    fieldConfig: {
      defaults: {
        unit,
        thresholds: { mode: 'absolute', steps },
        ...(!isNumber && {
          min: 0,
          custom: { fillOpacity: 8, thresholdsStyle: { mode: redFrom === undefined ? 'off' : 'line' } },
        }),
      },
      overrides: [],
    },
    options: isNumber ? numberOptions : curveOptions,
    targets: queries.map(({ expr, legend }, at) => ({
      refId: String.fromCharCode(65 + at),
      datasource: source,
      expr,
      legendFormat: legend,
      ...(hasExemplars && { exemplar: true }),
    })),
  };
}
