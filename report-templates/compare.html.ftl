<#ftl output_format="HTML">
<#-- One page, nothing fetched. `page` is dev.transportbench.report.compare.ComparePage. -->
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.verdict}</title>
<style>
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 90rem; padding: 1rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid #8884; text-align: right; white-space: nowrap; }
th:nth-child(-n+2), td:nth-child(-n+2), th:last-child, td:last-child { text-align: left; }
td:last-child { white-space: normal; min-width: 16rem; }
.regressed h2 { color: #c62828; }
.improved h2 { color: #2e7d32; }
@media (prefers-color-scheme: dark) { .regressed h2 { color: #ff8a80; } .improved h2 { color: #a5d6a7; } }
</style>
</head>
<body>
<h1>${page.verdict}</h1>
<p>${page.counts}</p>
<p>base: <code>${page.base}</code><br>head: <code>${page.head}</code></p>
<#if page.unlike?has_content || page.warnings?has_content>
<ul>
<#list page.unlike as line>
<li><strong>Unlike</strong>: ${line}</li>
</#list>
<#list page.warnings as line>
<li><strong>Warning</strong>: ${line}</li>
</#list>
</ul>
</#if>
<#list page.sections as section>
<section class="${section.kind}">
<h2>${section.title}: ${section.rows?size}</h2>
<div class="scroll" tabindex="0">
<table>
<thead><tr><th>cell</th><th>figure</th><th>base</th><th>head</th><th>change</th><th>${page.confidence} interval</th><th>p</th><th>effect</th><th>CV base / head</th><th>finds</th><th></th></tr></thead>
<tbody>
<#list section.rows as row>
<tr><td>${row.cell}</td><td>${row.figure}</td><td>${row.base}</td><td>${row.head}</td><td>${row.change}</td><td>${row.interval}</td><td>${row.p}</td><td>${row.effect}</td><td>${row.variation}</td><td>${row.detectable}</td><td>${row.why}</td></tr>
</#list>
</tbody>
</table>
</div>
</section>
</#list>
<#list page.where as place>
<section>
<h2>Where: ${place.cell}</h2>
<#if place.notAvailable?has_content>
<p>not available: ${place.notAvailable}</p>
<#else>
<div class="scroll" tabindex="0">
<table>
<thead><tr><th>side</th><th>layer</th><th>base</th><th>head</th><th>change, µs of CPU per RPC</th><th></th></tr></thead>
<tbody>
<#list place.rows as row>
<tr><td>${row.side}</td><td>${row.layer}</td><td>${row.base}</td><td>${row.head}</td><td>${row.change}</td><td>${row.clear?then("", "not clear")}</td></tr>
</#list>
</tbody>
</table>
</div>
</#if>
</section>
</#list>
<#if page.notJudged?has_content || page.onlyInBase?has_content || page.onlyInHead?has_content>
<h2>Not compared</h2>
<ul>
<#list page.notJudged as line>
<li>not judged: ${line}</li>
</#list>
<#list page.onlyInBase as key>
<li>only in base: <code>${key}</code></li>
</#list>
<#list page.onlyInHead as key>
<li>only in head: <code>${key}</code></li>
</#list>
</ul>
</#if>
<p>Change is head against base; p is adjusted for the number of cells; <em>effect</em> is rank-biserial
(±1: the sides do not overlap); <em>finds</em> is the change that forks like these find nine times in ten.</p>
</body>
</html>
