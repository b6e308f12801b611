'use strict';
// How charts look. Each takes names and numbers and gives an option of ECharts.
const LIGHT = ['#0b57d0', '#c2410c', '#1a7f37', '#8250df', '#b3261e', '#0e7490', '#9a6700', '#bf3989', '#57606a', '#3f6212'];
const DARK = ['#8ab4f8', '#ffb074', '#7ee2a8', '#d2a8ff', '#ff8a80', '#67e8f9', '#f2cc60', '#ff9bce', '#b1bac4', '#bef264'];
const DASHES = ['solid', 'dashed', 'dotted'];
const TRANSPORTS = [...new Set(DATA.cells.map(transport).filter(Boolean))];

const darkWanted = matchMedia('(prefers-color-scheme: dark)');
const printing = matchMedia('print');
function isDark() {
  const theme = document.documentElement.dataset.theme;
  return !printing.matches && (theme ? theme === 'dark' : darkWanted.matches);
}
const palette = () => (isDark() ? DARK : LIGHT);
const shade = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
/** The same colour and dash for a transport in every chart. */
function look(name, all = TRANSPORTS) {
  const index = Math.max(0, all.indexOf(name));
  return {color: palette()[index % LIGHT.length], dash: DASHES[Math.floor(index / LIGHT.length) % DASHES.length]};
}

function axis(extra) {
  return {
    axisLine: {lineStyle: {color: shade('--line')}}, axisLabel: {color: shade('--soft'), hideOverlap: true, ...extra.axisLabel},
    nameTextStyle: {color: shade('--soft')}, splitLine: {lineStyle: {color: shade('--line'), opacity: .6}},
    ...Object.fromEntries(Object.entries(extra).filter(([key]) => key !== 'axisLabel')),
  };
}

function option(extra) {
  return {
    animation: false, backgroundColor: 'transparent', aria: {enabled: true},
    textStyle: {color: shade('--ink'), fontFamily: 'system-ui, sans-serif'},
    grid: {left: 8, right: 18, top: 34, bottom: 8, containLabel: true},
    legend: {type: 'scroll', top: 0, textStyle: {color: shade('--ink')}, pageTextStyle: {color: shade('--soft')}, pageIconColor: shade('--mark')},
    tooltip: {trigger: 'axis', confine: true, backgroundColor: shade('--panel'), borderColor: shade('--line'), textStyle: {color: shade('--ink')},
      valueFormatter: each => (typeof each === 'number' ? number(each) : NONE)},
    ...extra,
  };
}

const barHeight = rows => 70 + 30 * rows;

/** Horizontal bars, stacked where series share a stack: names down, series [{name, data, stack, color}]. */
function bars(names, series, label) {
  return option({
    xAxis: axis({type: 'value', name: label, nameLocation: 'middle', nameGap: 26, axisLabel: {formatter: number}}),
    yAxis: axis({type: 'category', data: names, inverse: true, splitLine: {show: false}, axisLabel: {color: shade('--ink'), width: 130, overflow: 'truncate'}}),
    grid: {left: 8, right: 22, top: 34, bottom: 30, containLabel: true},
    tooltip: {...option({}).tooltip, axisPointer: {type: 'shadow'}},
    series: series.map((each, index) => ({
      type: 'bar', barMaxWidth: 18, emphasis: {focus: 'series'},
      itemStyle: {color: each.color ?? palette()[index % LIGHT.length], ...(each.hidden ? {color: 'transparent'} : {})},
      silent: !!each.hidden, tooltip: each.hidden ? {show: false} : undefined,
      name: each.name, stack: each.stack, data: each.data,
    })),
    legend: {...option({}).legend, data: series.filter(each => !each.hidden).map(each => each.name)},
  });
}

/** Percentile curves on HdrHistogram's axis: lines [{name, points}] with a time in µs for each of DATA.quantiles. */
function curves(lines) {
  const times = lines.flatMap(line => line.points);
  const narrow = Math.max(...times) < 8 * Math.min(...times);
  return option({
    xAxis: axis({type: 'log', min: 1, name: 'share of RPCs', nameLocation: 'middle', nameGap: 26,
      axisLabel: {formatter: each => (each === 1 ? '0 %' : `${+(100 - 100 / each).toPrecision(7)} %`)}}),
    yAxis: axis({type: narrow ? 'value' : 'log', scale: true, name: 'µs', axisLabel: {formatter: number}}),
    grid: {left: 8, right: 22, top: 44, bottom: 30, containLabel: true},
    tooltip: {...option({}).tooltip, formatter: many =>
      `${+(100 - 100 / many[0].data[0]).toPrecision(6)} % within<br>` + many.map(each => `${each.marker}${each.seriesName}: ${number(each.data[1])} µs`).join('<br>')},
    series: lines.map(line => {
      const {color, dash} = look(line.name);
      return {type: 'line', name: line.name, showSymbol: false, symbol: 'circle', lineStyle: {color, type: dash, width: 2}, itemStyle: {color},
        data: line.points.map((point, index) => [1 / (1 - DATA.quantiles[index]), point])};
    }),
  });
}

/** Lines over seconds: [{name, points: [[s, value]]}]. */
function overTime(lines, label) {
  return option({
    xAxis: axis({type: 'value', name: 's', nameLocation: 'middle', nameGap: 26}),
    yAxis: axis({type: 'value', name: label, axisLabel: {formatter: number}}),
    grid: {left: 8, right: 22, top: 44, bottom: 30, containLabel: true},
    series: lines.map(line => {
      const {color, dash} = look(line.name);
      return {type: 'line', name: line.name, showSymbol: false, lineStyle: {color, type: dash}, itemStyle: {color}, data: line.points};
    }),
  });
}

/** values[row][column], null for none; colour by the logarithm. */
function heat(columns, rows, values, label) {
  const data = [];
  values.forEach((row, y) => row.forEach((each, x) => {
    if (each !== null) data.push({value: [x, y, each > 0 ? Math.log10(each) : -9], figure: each});
  }));
  const shades = data.map(each => each.value[2]);
  const range = isDark() ? ['#16324f', '#8ab4f8'] : ['#eef4ff', '#0b57d0'];
  return option({
    legend: undefined,
    xAxis: axis({type: 'category', data: columns, position: 'top', splitLine: {show: false}, axisLabel: {color: shade('--ink'), rotate: columns.length > 4 ? 40 : 0}}),
    yAxis: axis({type: 'category', data: rows, inverse: true, splitLine: {show: false}, axisLabel: {color: shade('--ink')}}),
    grid: {left: 8, right: 18, top: 8, bottom: 8, containLabel: true},
    tooltip: {...option({}).tooltip, trigger: 'item', formatter: each => `${rows[each.value[1]]} on ${columns[each.value[0]]}: ${number(each.data.figure)} ${label}`},
    visualMap: {show: false, min: Math.min(...shades), max: Math.max(...shades) + 1e-9, inRange: {color: range}, dimension: 2},
    series: [{type: 'heatmap', data, itemStyle: {borderColor: shade('--panel'), borderWidth: 1},
      label: {show: columns.length <= 12, formatter: each => number(each.data.figure), color: isDark() ? '#fff' : '#000',
        textBorderColor: isDark() ? '#0009' : '#fff9', textBorderWidth: 2}}],
  });
}

/** Changes with their intervals in percent: [{name, change, low, high, good}]. */
function forest(rows) {
  const colour = each => (each.finding === 'worse' ? shade('--bad') : each.finding === 'better' ? look('', []).color : shade('--soft'));
  return option({
    legend: undefined,
    xAxis: axis({type: 'value', name: 'change, %', nameLocation: 'middle', nameGap: 26}),
    yAxis: axis({type: 'category', data: rows.map(each => each.name), inverse: true, axisLabel: {color: shade('--ink'), width: 190, overflow: 'truncate'}}),
    grid: {left: 8, right: 22, top: 8, bottom: 30, containLabel: true},
    tooltip: {...option({}).tooltip, trigger: 'item', formatter: each => `${rows[each.dataIndex].name}: ${rows[each.dataIndex].text}`},
    series: [
      {type: 'custom', encode: {x: [0, 1], y: 2}, data: rows.map((each, index) => [each.low ?? each.change, each.high ?? each.change, index]),
        renderItem: (params, api) => {
          const from = api.coord([api.value(0), api.value(2)]);
          const to = api.coord([api.value(1), api.value(2)]);
          return {type: 'line', shape: {x1: from[0], y1: from[1], x2: to[0], y2: to[1]}, style: {stroke: colour(rows[params.dataIndex]), lineWidth: 3}};
        }},
      {type: 'scatter', symbolSize: 9, data: rows.map((each, index) => ({value: [each.change, index], itemStyle: {color: colour(each)}}))},
    ],
  });
}
