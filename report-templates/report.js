'use strict';
// Data, words and tables. Everything is drawn from the JSON in this page; nothing is fetched.
const DATA = JSON.parse(document.getElementById('data').textContent);
const FIGURES = new Map(DATA.figures.map((figure, index) => [figure.name, {...figure, index}]));
const PARAMS = new Map(DATA.params.map((name, index) => [name, index]));
const NONE = '–';
const LEAST_RPCS_FOR_CPU = 1000;
const ROWS_A_PAGE = 50;
const PANELS_AT_ONCE = 4;
const UNITS = {us: 'µs', '1': ''};

const $ = id => document.getElementById(id);

/** An element with properties, attributes in `attributes`, and children. */
function element(name, properties = {}, ...children) {
  const {attributes = {}, ...rest} = properties;
  const made = Object.assign(document.createElement(name), rest);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...children);
  return made;
}

/** Three significant digits, thousands set apart. */
function number(value) {
  const size = Math.abs(value);
  if (size >= 100 || Number.isInteger(value)) return Math.round(value).toLocaleString('en-US');
  if (size >= 10) return value.toFixed(1);
  if (size >= 0.1) return value.toFixed(2);
  return value.toPrecision(3);
}

const unit = name => {
  const known = FIGURES.get(name);
  return known ? UNITS[known.unit] ?? known.unit : '';
};
const withUnit = name => (unit(name) ? `${name}, ${unit(name)}` : name);
const about = name => FIGURES.get(name)?.about ?? '';
const param = (cell, name) => (PARAMS.has(name) ? cell.p[PARAMS.get(name)] : null);
const transport = cell => param(cell, 'transport');
const shortBenchmark = cell => DATA.benchmarks[cell.b].split('.').slice(-2).join('.');
const isKnownAnswer = cell => transport(cell) === 'null-20us';
const isRpc = cell => transport(cell) !== null;

/** A figure's number, or null. */
function value(cell, name) {
  const figure = FIGURES.get(name);
  const found = figure ? cell.f[figure.index] : null;
  return typeof found === 'number' ? found : null;
}

/** Why there is no number. */
function why(cell, name) {
  const figure = FIGURES.get(name);
  const found = figure ? cell.f[figure.index] : null;
  if (typeof found === 'string') return DATA.reasons[Number(found)];
  return cell.s === 'ok' ? 'not in the ledger' : `${cell.s}: ${cell.why}`;
}

const sum = (cell, names) =>
  names.reduce((total, name) => {
    const each = value(cell, name);
    return total === null || each === null ? null : total + each;
  }, 0);

const noVerdict = (cell, name) =>
  name.startsWith('cpu.') && !((value(cell, 'throughput') ?? 0) >= LEAST_RPCS_FOR_CPU);

const named = (cell, text) => (cell.s === 'ok' ? text : `${text} (${cell.s === 'notRun' ? 'not run' : cell.s})`);

// What differs between cells is what titles say.
const DIFFERING = DATA.params.filter((_, index) => new Set(DATA.cells.map(cell => cell.p[index])).size > 1);

const natural = new Intl.Collator('en', {numeric: true}).compare;

/** Cells that are alike in all but `apart`: [{title, cells}], in the ledger's order of links. */
function groups(cells, apart) {
  const found = new Map();
  const kept = DATA.params.map((name, index) => [name, index]).filter(([name]) => !apart.includes(name));
  for (const cell of cells) {
    const key = [cell.b, cell.m, ...kept.map(([, index]) => cell.p[index])].join('\n');
    if (!found.has(key)) found.set(key, []);
    found.get(key).push(cell);
  }
  return [...found.values()].map(alike => ({title: title(alike[0], apart), cells: alike}))
    .sort((a, b) => order(a.cells[0], b.cells[0]));
}

const LINKS = [...new Set(DATA.cells.map(cell => param(cell, 'impairment')))];

function order(a, b) {
  return a.b - b.b
    || LINKS.indexOf(param(a, 'impairment')) - LINKS.indexOf(param(b, 'impairment'))
    || natural(a.p.join(' '), b.p.join(' '));
}

/** `clean, concurrency 1 (veth)`. */
function title(cell, apart) {
  const parts = [];
  if (DATA.benchmarks.length > 1) parts.push(shortBenchmark(cell));
  if (!apart.includes('impairment') && param(cell, 'impairment')) parts.push(param(cell, 'impairment'));
  for (const name of DIFFERING) {
    const said = apart.includes(name) || ['impairment', 'backend', 'transport'].includes(name);
    if (!said && param(cell, name) !== null) parts.push(`${name} ${param(cell, name)}`);
  }
  const backend = apart.includes('backend') ? null : param(cell, 'backend');
  return (parts.join(', ') || DATA.study) + (backend ? ` (${backend})` : '');
}

/** A table's entry for a figure: its text, what it sorts by, and what a pointer over it tells. */
function entry(cell, name) {
  const found = value(cell, name);
  if (found === null) return {text: NONE, sort: null, hint: why(cell, name)};
  const index = FIGURES.get(name).index;
  const spread = cell.lo && cell.lo[index] !== null
    ? `forks: ${number(cell.lo[index])} to ${number(cell.hi[index])}` : '';
  const doubt = noVerdict(cell, name);
  return {
    text: number(found) + (doubt ? '°' : ''), sort: found,
    hint: [spread, doubt ? 'no verdict: below 1,000 RPC/s a JVM is not kept warm' : ''].filter(Boolean).join('; '),
  };
}

const column = name => ({text: withUnit(name), hint: about(name)});

/** Rows of cells: what they are called, then figures. */
function figureTable(cells, names, label = cell => transport(cell) ?? shortBenchmark(cell)) {
  return {
    columns: [{text: 'transport'}, ...names.map(column)],
    rows: cells.map(cell => [{text: named(cell, label(cell)), hint: cell.why ?? ''}, ...names.map(name => entry(cell, name))]),
  };
}

/** {columns: [{text, hint, left}], rows: [[text or {text, sort, hint}]]}: sorted by a click, by pages. */
function table({columns, rows}, label) {
  const body = element('tbody');
  const head = element('tr');
  const made = element('table', {}, element('thead', {}, head), body);
  const pages = element('div', {className: 'pages'});
  let sorted = rows;
  let page = 0;
  let by = -1;
  let up = true;

  const text = item => (item !== null && typeof item === 'object' ? item.text : item);
  const key = item => (item !== null && typeof item === 'object' && 'sort' in item ? item.sort : text(item));
  function compare(a, b) {
    const x = key(a[by]);
    const y = key(b[by]);
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
    const result = typeof x === 'number' && typeof y === 'number' ? x - y : natural(String(x), String(y));
    return up ? result : -result;
  }
  function draw() {
    const from = page * ROWS_A_PAGE;
    body.replaceChildren(...sorted.slice(from, from + ROWS_A_PAGE).map(row => element('tr', {}, ...row.map((item, index) => {
      const hint = item !== null && typeof item === 'object' ? item.hint : '';
      const content = hint
        ? element('abbr', {title: hint, tabIndex: text(item) === NONE ? 0 : -1}, text(item)) : text(item);
      return index === 0
        ? element('th', {attributes: {scope: 'row'}}, content)
        : element('td', {className: columns[index].left ? 'text' : ''}, content);
    }))));
    const count = Math.ceil(sorted.length / ROWS_A_PAGE);
    pages.hidden = count < 2;
    if (count < 2) return;
    const turn = (word, by) => element('button', {
      type: 'button', textContent: word, disabled: page + by < 0 || page + by >= count,
      onclick: () => { page += by; draw(); },
    });
    pages.replaceChildren(turn('Previous', -1),
      `rows ${from + 1} to ${Math.min(sorted.length, from + ROWS_A_PAGE)} of ${sorted.length}`, turn('Next', 1));
  }
  columns.forEach((each, index) => {
    const cell = element('th', {className: each.left ? 'text' : '', attributes: {scope: 'col'}});
    cell.append(element('button', {
      type: 'button', title: each.hint || '', textContent: each.text,
      onclick: () => {
        up = by === index ? !up : true;
        by = index;
        sorted = [...rows].sort(compare);
        page = 0;
        head.querySelectorAll('th').forEach(other => other.removeAttribute('aria-sort'));
        cell.setAttribute('aria-sort', up ? 'ascending' : 'descending');
        draw();
      },
    }));
    head.append(cell);
  });
  draw();
  return element('div', {}, element('div', {
    className: 'scroll', tabIndex: 0, attributes: {role: 'region', 'aria-label': label},
  }, made), pages);
}

/** Spreadsheet programs read it: one row a cell. */
function csv(cells) {
  const quoted = item => (/[",\n\r]/.test(item) ? `"${item.replaceAll('"', '""')}"` : item);
  const head = ['benchmark', 'mode', ...DATA.params, 'status', 'why', ...DATA.figures.map(each => `${each.name} (${each.unit})`)];
  const lines = [head, ...cells.map(cell => [
    DATA.benchmarks[cell.b], cell.m, ...cell.p.map(each => each ?? ''), cell.s, cell.why ?? '',
    ...cell.f.map(each => (typeof each === 'string' ? `not available: ${DATA.reasons[Number(each)]}` : each === null ? '' : String(each))),
  ])];
  return lines.map(line => line.map(quoted).join(',')).join('\r\n') + '\r\n';
}

function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], {type}));
  element('a', {href: address, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
