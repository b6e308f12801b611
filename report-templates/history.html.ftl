<#ftl output_format="HTML">
<#-- One page, nothing fetched, no script. `page` is dev.transportbench.report.history.HistoryPage. -->
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${page.figure} over ${page.marks?size} runs</title>
<style>
<#include "report.css" parse=false>
svg { width: 100%; min-width: 40rem; height: auto; font-size: 12px; }
.axis { stroke: var(--line); }
svg text { fill: var(--soft); }
.series { fill: none; stroke: var(--mark); stroke-width: 1.5; }
.forks { stroke: var(--mark); stroke-width: 4; opacity: .3; }
.value { fill: var(--mark); }
.changed { stroke: var(--bad); stroke-dasharray: 4 3; }
</style>
</head>
<body>
<h1>${page.figure}<#if page.unit?has_content> (${page.unit})</#if> over ${page.marks?size} <#if page.marks?size == 1>run<#else>runs</#if></h1>
<p><code>${page.key}</code></p>
<#if page.remark??><p class="warning">${page.remark}</p></#if>
<div class="scroll" tabindex="0" role="region" aria-label="Chart">
<svg viewBox="0 0 ${page.width} ${page.height}" role="img" aria-label="${page.figure} over ${page.marks?size} runs; the table below has its values">
<#list page.ticks as tick>
<line class="axis" x1="72" x2="${page.width}" y1="${tick.y}" y2="${tick.y}"/><text x="66" y="${tick.y}" text-anchor="end" dominant-baseline="middle">${tick.text}</text>
</#list>
<#list page.marks as mark><#if mark.changed>
<line class="changed" x1="${mark.x}" x2="${mark.x}" y1="0" y2="${page.height}"/>
</#if></#list>
<path class="series" d="${page.path}"/>
<#list page.marks as mark>
<line class="forks" x1="${mark.x}" x2="${mark.x}" y1="${mark.low}" y2="${mark.high}"/>
<circle class="value" cx="${mark.x}" cy="${mark.y}" r="4"><title>${mark.run} ${mark.commit}: ${mark.value} ${page.unit} ${mark.note}</title></circle>
</#list>
</svg>
</div>
<p>A dot is a run, the bar behind it the least and the most of its forks; a dashed line is where the series changed.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Runs"><table>
<thead><tr><th>run</th><th>commit</th><th>${page.figure} ${page.unit}</th><th class="text"></th></tr></thead>
<tbody>
<#list page.marks as mark>
<tr><th scope="row">${mark.run}</th><td>${mark.commit}</td><td>${mark.value}</td><td class="text">${mark.note}</td></tr>
</#list>
</tbody>
</table></div>
</body>
</html>
