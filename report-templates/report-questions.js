'use strict';
// One entry a question: which panels it has for the cells that the filter leaves. A panel is
// {title, build}; build, called when the panel comes into view, gives {notes, charts, tables}.
const BUILT_ON = {
  tls: 'tcp', websocket: 'tls', http1: 'tls', 'http1-six': 'tls', http2: 'tls', http3: 'quic', webtransport: 'http3',
  'webtransport-datagram': 'http3', 'http3-incubator': 'quic-incubator',
};
const CHARTED = 40;
const SERIES = [...FIGURES.keys()].filter(name => name.endsWith('.p50')).map(name => name.slice(0, -4));
const statistics = series => ['p50', 'p90', 'p95', 'p99', 'p999', 'max', 'mean', 'n']
  .map(each => `${series}.${each}`).filter(name => FIGURES.has(name));
const any = (cells, name) => cells.some(cell => value(cell, name) !== null);
const present = (cells, names) => names.filter(name => FIGURES.has(name) && cells.some(cell => cell.f[FIGURES.get(name).index] !== null));
const names = cells => cells.map(cell => named(cell, transport(cell)));
const measured = cells => cells.filter(cell => cell.s === 'ok' || cell.s === 'invalid');
const rpcs = cells => cells.filter(cell => isRpc(cell) && !isKnownAnswer(cell));
const alike = cells => groups(rpcs(cells), ['transport']);
const few = cells => cells.slice(0, CHARTED);
const cut = cells => (cells.length > CHARTED ? [`drawn: ${CHARTED} of ${cells.length}; the table has all`] : []);
const cpuNote = cells => (param(cells[0], 'backend') === 'veth' ? []
  : ['CPU must not be ranked here: this backend leaves out, or moves into another process, work that a real path has. Rank CPU on veth.']);
const statusNote = cells => {
  const bad = cells.filter(cell => cell.s === 'invalid').map(transport);
  return bad.length ? [`invalid, must not be used: ${[...new Set(bad)].join(', ')}`] : [];
};

function latencyPanels(cells) {
  return SERIES.flatMap(series => alike(cells).filter(group => any(group.cells, `${series}.p50`)).map(group => ({
    title: SERIES.length > 1 ? `${series}: ${group.title}` : group.title,
    build: () => {
      const drawn = few(measured(group.cells));
      const lines = drawn.filter(cell => cell.curves?.[series]).map(cell => ({name: transport(cell), points: cell.curves[series]}));
      const shown = ['p50', 'p99'].filter(each => any(drawn, `${series}.${each}`));
      const chart = lines.length ? {height: 320, option: () => curves(lines)}
        : {height: barHeight(drawn.length * shown.length), option: () => bars(names(drawn),
          shown.map(each => ({name: each, data: drawn.map(cell => value(cell, `${series}.${each}`))})), 'µs')};
      return {notes: [...statusNote(group.cells), ...cut(group.cells)], charts: [chart],
        tables: [figureTable(group.cells, [...statistics(series), ...present(group.cells, ['throughput'])])]};
    },
  })));
}

const LAYER = /^cpu\.layer\.(client|server)\.(.+)$/;
const LAYERS = [...new Set(DATA.figures.map(each => LAYER.exec(each.name)?.[2]).filter(Boolean))];
const THREADS = ['client', 'server', 'gc', 'jit', 'other'];

function cpuPanels(cells) {
  return alike(cells).filter(group => any(group.cells, 'cpu.client')).map(group => ({
    title: group.title,
    build: () => {
      const drawn = few(measured(group.cells));
      const sampled = drawn.filter(cell => LAYERS.some(layer => value(cell, `cpu.layer.client.${layer}`) !== null));
      const charts = [];
      const tables = [];
      if (sampled.length) {
        const rows = sampled.flatMap(cell => ['client', 'server'].map(side => ({cell, side, name: `${transport(cell)} ${side}`})));
        const met = LAYERS.filter(layer => rows.some(row => (value(row.cell, `cpu.layer.${row.side}.${layer}`) ?? 0) > 0));
        charts.push({height: barHeight(rows.length), option: () => bars(rows.map(row => row.name),
          met.map(layer => ({name: layer, stack: 'cpu', data: rows.map(row => value(row.cell, `cpu.layer.${row.side}.${layer}`))})), 'µs per RPC')});
        tables.push({columns: [{text: 'side'}, ...met.map(layer => ({text: layer, hint: about(`cpu.layer.client.${layer}`)}))],
          rows: rows.map(row => [row.name, ...met.map(layer => entry(row.cell, `cpu.layer.${row.side}.${layer}`))])});
      }
      const kinds = THREADS.filter(kind => any(drawn, `cpu.${kind}`));
      charts.push({height: barHeight(drawn.length), option: () => bars(names(drawn),
        kinds.map(kind => ({name: kind, stack: 'cpu', data: drawn.map(cell => value(cell, `cpu.${kind}`))})), 'µs per RPC')});
      tables.push(figureTable(group.cells, present(group.cells, [...THREADS.map(kind => `cpu.${kind}`), 'cpu.process', 'cpu.link',
        'cpu.client.kernel', 'cpu.server.kernel', 'cpu.client.mean', 'cpu.client.peak', 'cpu.server.mean', 'cpu.server.peak', 'rpc.per.wakeup'])));
      return {notes: [...cpuNote(group.cells), ...statusNote(group.cells), ...cut(group.cells)], charts, tables};
    },
  }));
}

/** What each transport adds to the one below it, as floating bars. */
function waterfall(cells, figures, label) {
  const own = new Map(cells.map(cell => [transport(cell), sum(cell, figures)]));
  const rows = cells.filter(cell => own.get(transport(cell)) !== null).map(cell => {
    const name = transport(cell);
    const below = own.get(BUILT_ON[name]) ?? null;
    const whole = own.get(name);
    return {name, below: below === null ? null : BUILT_ON[name], from: below ?? 0, whole, added: whole - (below ?? 0)};
  });
  return {
    chart: {height: barHeight(rows.length), option: () => bars(rows.map(row => (row.below ? `${row.name} on ${row.below}` : row.name)), [
      {name: 'below', hidden: true, stack: 'w', data: rows.map(row => (row.below === null ? 0 : Math.min(row.from, row.whole)))},
      {name: 'floor', stack: 'w', color: shade('--soft'), data: rows.map(row => (row.below === null ? row.whole : 0))},
      {name: 'added', stack: 'w', color: palette()[1], data: rows.map(row => (row.below !== null && row.added > 0 ? row.added : 0))},
      {name: 'saved', stack: 'w', color: palette()[2], data: rows.map(row => (row.below !== null && row.added < 0 ? -row.added : 0))},
    ], label)},
    rows,
  };
}

function stackPanels(cells) {
  const costs = [['CPU, µs', ['cpu.client', 'cpu.server']], ['wire, B', ['wire.bytes.up', 'wire.bytes.down']], ['heap, B', ['alloc.client', 'alloc.server']]];
  return alike(cells).filter(group => {
    const there = new Set(measured(group.cells).map(transport));
    return [...there].some(each => there.has(BUILT_ON[each])) && any(group.cells, 'cpu.client');
  }).map(group => ({
    title: group.title,
    build: () => {
      const depth = name => (BUILT_ON[name] ? depth(BUILT_ON[name]) + '/' + name : name);
      const drawn = measured(group.cells).sort((a, b) => natural(depth(transport(a)), depth(transport(b))));
      const falls = costs.map(([label, figures]) => [label, waterfall(drawn, figures, label)]).filter(([, fall]) => fall.rows.length);
      const signed = each => (each > 0 ? '+' : '') + number(each);
      return {notes: [...cpuNote(group.cells), ...statusNote(group.cells)], charts: falls.map(([, fall]) => fall.chart),
        tables: [{columns: [{text: 'transport'}, {text: 'on'}, ...falls.flatMap(([label]) => [{text: label}, {text: 'added'}])],
          rows: drawn.map(cell => {
            const name = transport(cell);
            const found = falls.map(([, fall]) => fall.rows.find(row => row.name === name));
            return [name, BUILT_ON[name] && found.some(row => row?.below) ? BUILT_ON[name] : NONE, ...found.flatMap(row => (row
              ? [{text: number(row.whole), sort: row.whole}, row.below ? {text: signed(row.added), sort: row.added} : NONE] : [NONE, NONE]))];
          })}]};
    },
  }));
}

function wirePanels(cells) {
  return alike(cells).filter(group => any(group.cells, 'wire.bytes.up')).map(group => ({
    title: group.title,
    build: () => {
      const drawn = few(measured(group.cells));
      const both = cell => sum(cell, ['wire.bytes.up', 'wire.bytes.down']);
      const payload = cell => {
        const over = value(cell, 'wire.overhead');
        return both(cell) === null || over === null ? null : both(cell) - over;
      };
      return {notes: [...statusNote(group.cells), ...cut(group.cells)],
        charts: [{height: barHeight(drawn.length), option: () => bars(names(drawn), [
          {name: 'payload', stack: 'wire', color: shade('--soft'), data: drawn.map(payload)},
          {name: 'overhead', stack: 'wire', color: palette()[1], data: drawn.map(cell => value(cell, 'wire.overhead'))},
        ], 'B per RPC')}],
        tables: [figureTable(group.cells, present(group.cells, [...FIGURES.keys()].filter(name => name.startsWith('wire.'))))]};
    },
  }));
}

function heapPanels(cells) {
  return alike(cells).filter(group => any(group.cells, 'alloc.client')).map(group => ({
    title: group.title,
    build: () => {
      const drawn = few(measured(group.cells));
      return {notes: [...statusNote(group.cells), ...cut(group.cells)],
        charts: [{height: barHeight(drawn.length), option: () => bars(names(drawn), ['client', 'server'].map(side =>
          ({name: side, stack: 'heap', data: drawn.map(cell => value(cell, `alloc.${side}`))})), 'B per RPC')}],
        tables: [figureTable(group.cells, present(group.cells, [...FIGURES.keys()].filter(name => /^(alloc|memory)\./.test(name))))]};
    },
  }));
}

function mapPanels(cells) {
  const name = $('map-figure').value;
  return groups(rpcs(measured(cells)), ['transport', 'impairment', 'backend'])
    .map(group => ({...group, links: [...new Set(group.cells.map(cell => param(cell, 'impairment')))].sort((a, b) => LINKS.indexOf(a) - LINKS.indexOf(b))}))
    .filter(group => group.links.length > 1 && any(group.cells, name))
    .map(group => ({
      title: `${name}: ${group.title}`,
      build: () => {
        const rows = TRANSPORTS.filter(each => group.cells.some(cell => transport(cell) === each));
        const at = new Map(group.cells.map(cell => [`${transport(cell)}\n${param(cell, 'impairment')}`, cell]));
        const cell = (row, link) => at.get(`${row}\n${link}`);
        return {notes: [...statusNote(group.cells), ...(name.startsWith('cpu.') ? cpuNote(group.cells.filter(each => param(each, 'backend') !== 'veth').concat(group.cells)) : [])],
          charts: [{height: 90 + 26 * rows.length, option: () => heat(group.links, rows,
            rows.map(row => group.links.map(link => (cell(row, link) ? value(cell(row, link), name) : null))), unit(name))}],
          tables: [{columns: [{text: withUnit(name), hint: about(name)}, ...group.links.map(link => ({text: link}))],
            rows: rows.map(row => [row, ...group.links.map(link => (cell(row, link) ? entry(cell(row, link), name) : {text: NONE, sort: null, hint: 'no such cell'}))])}]};
      },
    }));
}

function timePanels(cells) {
  return alike(cells).flatMap(group => [...new Set(group.cells.flatMap(cell => Object.keys(cell.series ?? {})))].map(name => ({
    title: `${name}: ${group.title}`,
    build: () => {
      const with_ = few(group.cells.filter(cell => cell.series?.[name]));
      const {unit: label, stepMillis} = with_[0].series[name];
      const lines = with_.map(cell => ({name: transport(cell), points: cell.series[name].values.map((each, index) =>
        [(index + 1) * cell.series[name].stepMillis / 1000, each])}));
      return {charts: [{height: 300, option: () => overTime(lines, label)}],
        tables: [{columns: [{text: 's'}, ...lines.map(line => ({text: `${line.name}, ${label}`}))],
          rows: with_[0].series[name].values.map((_, index) => [{text: number((index + 1) * stepMillis / 1000), sort: index},
            ...lines.map(line => (line.points[index] ? {text: number(line.points[index][1]), sort: line.points[index][1]} : NONE))])}]};
    },
  })));
}

/** {figure → the figure that a model says it should be}: `ttfb.model` for `ttfb.p50`. */
const PREDICTED = new Map([...FIGURES.keys()].flatMap(name => {
  const words = name.split('.');
  const place = words.findIndex(word => word === 'model' || word === 'predicted');
  if (place < 0) return [];
  const bare = words.filter((_, index) => index !== place).join('.');
  const ours = [bare, `${bare}.p50`].find(each => FIGURES.has(each));
  return ours ? [[ours, name]] : [];
}));

/** The number that a text starts with; null for one that starts with none. */
function leading(text) {
  const found = /^[+-]?[\d.]+(e[+-]?\d+)?/.exec(text.replaceAll(',', ''));
  return found ? Number(found[0]) : null;
}

function publishedPanels(cells) {
  const usable = measured(cells);
  const panels = [];
  const rows = DATA.published ?? [];
  if (rows.length) {
    panels.push({title: 'As published', build: () => {
      const drawn = rows.map(row => ({name: `${row.figure}: ${row.where}`, published: leading(row.published), predicted: leading(row.predicted), ours: leading(row.ours)}))
        .filter(row => row.ours !== null && row.published).slice(0, CHARTED);
      return {notes: ['Their machines, stacks and links were others: the shape can be compared, the last percent not.'],
        charts: drawn.length ? [{height: barHeight(drawn.length * 2), option: () => bars(drawn.map(row => row.name), [
          {name: 'published', data: drawn.map(() => 1)},
          {name: 'predicted', data: drawn.map(row => (row.predicted === null ? null : row.predicted / row.published))},
          {name: 'ours', data: drawn.map(row => row.ours / row.published)},
        ], 'published = 1')}] : [],
        tables: [{columns: ['figure', 'where', 'published', 'predicted', 'ours', 'ours against published', 'ours against predicted', 'source, and why they may differ']
          .map((text, index) => ({text, left: index === 1 || index === 7})),
        rows: rows.map(row => [{text: row.figure, hint: about(row.figure)}, row.where, row.published, row.predicted, row.ours, row.fromPublished, row.fromPredicted, row.note])}]};
    }});
  }
  for (const [ours, model] of PREDICTED) {
    alike(usable).filter(group => any(group.cells, model) && any(group.cells, ours)).forEach(group => panels.push({
      title: `${ours}: ${group.title}`,
      build: () => {
        const drawn = few(group.cells);
        return {notes: cut(group.cells), charts: [{height: barHeight(drawn.length * 2), option: () => bars(names(drawn), [
          {name: 'predicted', data: drawn.map(cell => value(cell, model))}, {name: 'ours', data: drawn.map(cell => value(cell, ours))}], unit(ours))}],
        tables: [figureTable(group.cells, [model, ours])]};
      },
    }));
  }
  return panels;
}

function codecPanels(cells) {
  const others = cells.filter(cell => !isRpc(cell));
  return groups(others, DATA.params).map(group => {
    const used = DATA.params.filter(name => group.cells.some(cell => param(cell, name) !== null));
    return {
      title: shortBenchmark(group.cells[0]),
      build: () => {
        const label = cell => used.map(name => param(cell, name)).join(' ');
        const figures = present(group.cells, [...FIGURES.keys()]).filter(name => any(group.cells, name));
        const drawn = few(measured(group.cells));
        return {notes: cut(group.cells), charts: figures.slice(0, 1).map(name => ({height: barHeight(drawn.length), option: () =>
          bars(drawn.map(label), [{name, data: drawn.map(cell => value(cell, name))}], unit(name))})),
        tables: [{columns: [...used.map(name => ({text: name})), ...figures.map(column)],
          rows: group.cells.map(cell => [...used.map(name => param(cell, name) ?? NONE), ...figures.map(name => entry(cell, name))])}]};
      },
    };
  });
}

function contrastPanels() {
  return (DATA.contrasts ?? []).map(contrast => ({
    title: contrast.title,
    build: () => {
      const drawn = contrast.rows.map(row => {
        const [low, high] = row.interval.includes('…') ? row.interval.split('…').map(text => leading(text.trim())) : [null, null];
        return {name: `${row.figure}: ${row.scenario}`, change: leading(row.change), low, high, finding: row.finding, text: `${row.change} (${row.interval}) ${row.finding}`};
      }).filter(row => row.change !== null).slice(0, CHARTED);
      return {notes: cut(contrast.rows), charts: [{height: 60 + 26 * drawn.length, option: () => forest(drawn)}],
        tables: [{columns: ['scenario', 'figure', 'base', 'head', 'change', '95 % interval', 'p', 'effect', 'CV base / head', 'finding'].map((text, index) => ({text, left: index === 1 || index === 9})),
          rows: contrast.rows.map(row => [row.scenario, {text: row.figure, hint: about(row.figure.split(' ')[0])}, row.base, row.head,
            {text: row.change, sort: leading(row.change)}, row.interval, row.p, row.effect, row.variation, row.finding])}]};
    },
  }));
}

function flamePanels(cells) {
  const having = cells.filter(cell => cell.flames);
  return having.length ? [{title: `${having.length} cells`, build: () => ({tables: [{columns: [{text: 'cell'}, {text: 'graphs', left: true}],
    rows: having.map(cell => [`${transport(cell) ?? shortBenchmark(cell)}: ${title(cell, ['transport'])}`,
      {text: element('span', {}, ...cell.flames.flatMap(file => [element('a', {href: file.split('/').map(encodeURIComponent).join('/')}, file.split('.').slice(-2)[0]), ' '])), sort: 0}])}]})}] : [];
}

const COLUMN_SETS = ['most asked', ...new Set(DATA.figures.map(each => each.name.split('.')[0])), 'all'];
const MOST_ASKED = ['latency.p50', 'latency.p99', 'throughput', 'cpu.client', 'cpu.server', 'alloc.client', 'alloc.server', 'wire.bytes.up', 'wire.bytes.down', 'rpc.failed'];

function cellPanels(cells) {
  const set = $('columns').value;
  const figures = [...FIGURES.keys()].filter(name => set === 'all' || (set === 'most asked' ? MOST_ASKED.includes(name) : name.split('.')[0] === set));
  const shown = DATA.params.filter(name => name === 'transport' || DIFFERING.includes(name));
  return cells.length ? [{title: `${cells.length} cells`, build: () => ({tables: [{
    columns: [...(DATA.benchmarks.length > 1 ? [{text: 'benchmark'}] : []), ...shown.map(name => ({text: name})), {text: 'status', left: true}, ...figures.map(column)],
    rows: cells.map(cell => [...(DATA.benchmarks.length > 1 ? [shortBenchmark(cell)] : []), ...shown.map(name => param(cell, name) ?? NONE),
      {text: cell.s === 'notRun' ? 'not run' : cell.s, hint: cell.why ?? ''}, ...figures.map(name => entry(cell, name))]),
  }]})}] : [];
}

const QUESTIONS = {
  latency: latencyPanels, cpu: cpuPanels, stack: stackPanels, wire: wirePanels, heap: heapPanels, map: mapPanels, time: timePanels,
  published: publishedPanels, codecs: codecPanels, contrasts: contrastPanels, flames: flamePanels, cells: cellPanels,
};

// Panels are built when they come near; charts are drawn anew when the theme or the width changes.
const drawn = new Map();
const waiting = new Map();
const near = new IntersectionObserver(entries => entries.filter(each => each.isIntersecting).forEach(each => build(each.target)), {rootMargin: '500px'});
const resized = new ResizeObserver(entries => entries.forEach(each => drawn.get(each.target)?.chart.resize()));

function build(place) {
  const panel = waiting.get(place);
  if (!panel) return;
  waiting.delete(place);
  near.unobserve(place);
  const {notes = [], charts = [], tables = []} = panel.build();
  place.style.minHeight = '';
  place.append(...notes.map(text => element('p', {className: 'note', textContent: text})));
  for (const {height, option: made} of charts) {
    const box = element('div', {className: 'chart', attributes: {style: `height: ${height}px`}});
    place.append(box);
    const chart = echarts.init(box, null, {renderer: 'svg'});
    chart.setOption(made());
    drawn.set(box, {chart, made});
    resized.observe(box);
  }
  place.append(...tables.map(each => table(each, panel.title)));
}

function redraw() {
  drawn.forEach(({chart, made}) => chart.setOption(made(), true));
}

function place(section, panels) {
  const box = section.querySelector('.panels');
  box.querySelectorAll('.chart').forEach(chart => {
    drawn.get(chart)?.chart.dispose();
    drawn.delete(chart);
    resized.unobserve(chart);
  });
  box.querySelectorAll('.panel').forEach(each => { near.unobserve(each); waiting.delete(each); });
  box.replaceChildren();
  box.classList.toggle('wide', ['cells', 'contrasts', 'flames', 'codecs', 'published'].includes(section.id));
  let shown = 0;
  const more = element('button', {type: 'button', className: 'more', onclick: () => add()});
  function add() {
    more.remove();
    for (const panel of panels.slice(shown, shown + PANELS_AT_ONCE)) {
      const made = element('article', {className: 'panel', attributes: {style: 'min-height: 12rem'}}, element('h3', {textContent: panel.title}));
      box.append(made);
      waiting.set(made, panel);
      near.observe(made);
    }
    shown += PANELS_AT_ONCE;
    if (shown < panels.length) {
      more.textContent = `Show ${Math.min(PANELS_AT_ONCE, panels.length - shown)} more of ${panels.length}`;
      box.append(more);
    }
  }
  add();
  section.hidden = panels.length === 0 && !section.querySelector('.panels ~ table, .panels ~ div');
}

const chosen = new Map();

function matching() {
  const words = $('words').value.toLowerCase().split(/\s+/).filter(Boolean);
  return DATA.cells.filter(cell => {
    for (const [name, wanted] of chosen) {
      const is = name === 'benchmark' ? shortBenchmark(cell) : name === 'status' ? cell.s : param(cell, name);
      if (wanted !== '' && is !== wanted) return false;
    }
    const text = words.length ? [...cell.p, shortBenchmark(cell)].join(' ').toLowerCase() : '';
    return words.every(word => text.includes(word));
  });
}

let current = DATA.cells;

function refresh(only) {
  current = matching();
  $('matching').textContent = `${current.length.toLocaleString('en-US')} of ${DATA.cells.length.toLocaleString('en-US')} cells`;
  for (const [id, panels] of Object.entries(QUESTIONS)) {
    if (!only || only === id) place($(id), panels(current));
  }
  contents();
}

function contents() {
  const sections = [...document.querySelectorAll('main section')].filter(section => !section.hidden);
  $('contents').replaceChildren(...sections.map(section =>
    element('li', {}, element('a', {href: `#${section.id}`}, section.querySelector('h2').textContent))));
}

function choice(name, values) {
  const select = element('select', {onchange: () => { chosen.set(name, select.value); refresh(); }},
    element('option', {value: ''}, 'all'), ...values.map(each => element('option', {value: each}, each)));
  chosen.set(name, '');
  $('selects').append(element('label', {}, `${name} `, select));
}

function options(select, values, wanted, question) {
  select.append(...values.map(each => element('option', {value: each, selected: each === wanted, title: about(each)}, each)));
  select.onchange = () => refresh(question);
}

function theme() {
  const root = document.documentElement;
  const next = {undefined: 'light', light: 'dark', dark: undefined}[root.dataset.theme];
  if (next) root.dataset.theme = next;
  else delete root.dataset.theme;
  $('theme').textContent = `Theme: ${next ?? 'system'}`;
  redraw();
}

function start() {
  const distinct = list => [...new Set(list)].filter(each => each !== null).sort(natural);
  if (DATA.benchmarks.length > 1) choice('benchmark', distinct(DATA.cells.map(shortBenchmark)));
  DIFFERING.forEach(name => choice(name, distinct(DATA.cells.map(cell => param(cell, name)))));
  const statuses = distinct(DATA.cells.map(cell => cell.s));
  if (statuses.length > 1) choice('status', statuses);
  let pause;
  $('words').oninput = () => { clearTimeout(pause); pause = setTimeout(refresh, 200); };
  $('filter').onsubmit = event => event.preventDefault();
  const shown = [...FIGURES.keys()].filter(name => any(DATA.cells, name));
  options($('map-figure'), shown, 'latency.p50', 'map');
  options($('columns'), COLUMN_SETS, 'most asked', 'cells');
  $('csv').onclick = () => save(`${DATA.study}-some.csv`, 'text/csv', csv(current));
  $('csv-all').onclick = () => save(`${DATA.study}.csv`, 'text/csv', csv(DATA.cells));
  $('json').onclick = () => save(`${DATA.study}.json`, 'application/json', JSON.stringify(DATA));
  $('theme').onclick = theme;
  darkWanted.addEventListener('change', redraw);
  printing.addEventListener('change', redraw);
  addEventListener('beforeprint', () => { [...waiting.keys()].forEach(build); document.querySelectorAll('details').forEach(each => { each.open = true; }); });
  $('defined').append(element('tbody', {}, ...DATA.figures.map(each => element('tr', {},
    element('th', {attributes: {scope: 'row'}}, each.name), element('td', {className: 'text'}, UNITS[each.unit] ?? each.unit), element('td', {className: 'text'}, each.about)))));
  const findings = new Map();
  (DATA.contrasts ?? []).forEach(contrast => contrast.rows.forEach(row => {
    const word = ['worse', 'better', 'alike'].includes(row.finding) ? row.finding : 'that cannot be told';
    findings.set(word, (findings.get(word) ?? 0) + 1);
  }));
  if (findings.size) $('findings').textContent = 'Contrasts: ' + [...findings].sort((a, b) => b[1] - a[1]).map(([word, count]) => `${count} ${word}`).join(', ');
  refresh();
  document.documentElement.dataset.ready = Math.round(performance.now());
}

start();
