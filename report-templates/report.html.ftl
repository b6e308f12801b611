<#ftl output_format="HTML">
<#-- One page, nothing fetched. `page` is dev.transportbench.report.html.HtmlReport.Page. -->
<#assign report = page.report>
<#macro warned start>
<#list report.warnings as warning>
<#if warning?starts_with(start)><p class="warning">${warning}</p></#if>
</#list>
</#macro>
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${report.study}: ${report.question}</title>
<style>
<#include "report.css" parse=false>
</style>
</head>
<body>
<a class="skip" href="#questions">Skip to the figures</a>
<header>
<p class="study">${report.study}</p>
<h1>${report.question}</h1>
<#if report.description??><p>${report.description}</p></#if>
<#if report.source??><p>Source: ${report.source}</p></#if>
<p>${report.scope}</p>
<#if report.expect??><p>Expected before it ran: ${report.expect}</p></#if>
</header>

<section id="verdict">
<h2>Verdict</h2>
<p class="counts"><b>${report.counts.ok} ok</b>, <#if report.counts.failed gt 0><b class="bad">${report.counts.failed} failed</b><#else>0 failed</#if>, <#if report.counts.invalid gt 0><b class="bad">${report.counts.invalid} invalid</b><#else>0 invalid</#if>, ${report.counts.notRun} not run</p>
<p>Known answer: ${report.knownAnswer}</p>
<p id="findings"></p>
<#assign shown = 8, most = 200>
<#if report.warnings?has_content>
<ul class="warnings">
<#list report.warnings as warning><#if warning?index lt shown>
<li class="warning">${warning}</li>
</#if></#list>
</ul>
<#if report.warnings?size gt shown>
<details><summary>${report.warnings?size - shown} more warnings</summary>
<ul class="warnings">
<#list report.warnings as warning><#if warning?index gte shown && (warning?index lt most)>
<li class="warning">${warning}</li>
</#if></#list>
<#if report.warnings?size gt most><li class="warning">and ${report.warnings?size - most} more, in <code>report.md</code></li></#if>
</ul>
</details>
</#if>
</#if>
<p>Measured on: ${page.environment}</p>
<details><summary>The whole environment</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Environment"><table>
<tbody>
<#list report.environment as item>
<tr><th scope="row">${item.name}</th><td class="text">${item.value}</td></tr>
</#list>
</tbody>
</table></div>
</details>
</section>

<noscript><p class="warning">Charts and tables need scripts; <code>report.md</code>, beside this file, has the tables without.</p></noscript>

<form id="filter" aria-label="Filter">
<span id="selects"></span>
<label>Text <input id="words" type="search" placeholder="in any parameter" autocomplete="off"></label>
<output id="matching"></output>
<span class="buttons">
<button type="button" id="csv">CSV of these cells</button>
<button type="button" id="csv-all">CSV of all</button>
<button type="button" id="json">JSON</button>
<button type="button" id="theme" aria-live="polite">Theme: system</button>
</span>
</form>

<main id="questions">
<nav aria-label="Questions"><ul id="contents"></ul></nav>

<section id="latency">
<h2>How long does it take?</h2>
<p>Time over the share of RPCs that took no longer, of all forks' merged histograms; a curve ends where fewer than ten values lie above. In a closed loop a stall delays few RPCs: this says nothing of latency under load.</p>
<div class="panels"></div>
</section>

<section id="cpu">
<h2>Where does the CPU go?</h2>
<p>µs per RPC: by layer for each side where stacks were sampled, else by kind of thread. Below 1,000 RPC/s (marked °) a JVM is not kept warm, and its CPU per RPC says little.</p>
<@warned start="CPU"/>
<div class="panels"></div>
</section>

<section id="stack">
<h2>What does each layer of framing add?</h2>
<p>Each transport against the one that it is built on: both sides' CPU, bytes on the wire and heap, per RPC.</p>
<div class="panels"></div>
</section>

<section id="wire">
<h2>What goes over the wire?</h2>
<p>Bytes of IP packets that enter the link, both ways, acknowledgements and retransmissions included, per RPC: payload, and what was added to it.</p>
<div class="panels"></div>
</section>

<section id="heap">
<h2>What is allocated?</h2>
<p>Bytes of heap per RPC by the threads of each side.</p>
<div class="panels"></div>
</section>

<section id="map">
<h2>Which transport on which link?</h2>
<label>Figure <select id="map-figure"></select></label>
<p>Darker is more. Compare an impaired link with <code>open</code>, the same emulator with nothing impaired.</p>
<div class="panels"></div>
</section>

<section id="time">
<h2>How does it go over time?</h2>
<p>One fork's trial.</p>
<div class="panels"></div>
</section>

<section id="published">
<h2>Published, predicted, ours</h2>
<p>What others published, what the model of the protocols says, and what was measured here.</p>
<div class="panels"></div>
</section>

<#if report.losses?has_content>
<section id="losses">
<h2>What did lost packets do?</h2>
<p>RPCs slower than the clean ones' p99 in whose flight a packet was lost, in ms (means). <em>predicted</em> is the stack's standard (RFC 6298, 8985 and 9002) with the round trip of that moment; <em>victim</em>: held up by another's loss; <em>ambiguous</em>: several were in flight, and whose it was is not known.</p>
<#list report.losses as table>
<h3>${table.title}</h3>
<div class="scroll" tabindex="0" role="region" aria-label="Losses: ${table.title}"><table>
<thead><tr><th>transport</th><th class="text">lost</th><th class="text">repaired by</th><th>n</th><th>measured ms</th><th>predicted ms</th><th>ratio</th></tr></thead>
<tbody>
<#list table.rows as row>
<tr><th scope="row">${row.transport}</th><td class="text">${row.kind}</td><td class="text">${row.recovery}</td><td>${row.count}</td><td>${row.measured}</td><td>${row.predicted}</td><td>${row.ratio}</td></tr>
</#list>
</tbody>
</table></div>
</#list>
</section>
</#if>

<section id="codecs">
<h2>What does each codec cost alone?</h2>
<p>Benchmarks that send no RPC: their parameters and figures.</p>
<div class="panels"></div>
</section>

<section id="contrasts">
<h2>What differs, and how sure is that?</h2>
<p>Head against base within this run, 95 % interval of the change. A verdict needs five forks a side; p is adjusted over the scenarios of a figure; effect is rank-biserial (±1: the sides do not overlap).</p>
<div class="panels"></div>
<#if report.networks?has_content>
<h3>Over the networks</h3>
<p>Kruskal–Wallis, then Dunn's test with Holm's adjustment; p is rough below five forks.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Over the networks"><table>
<thead><tr><th>arm</th><th>figure</th><th>H (df)</th><th>p</th><th>differ</th></tr></thead>
<tbody>
<#list report.networks as row>
<tr><td class="text">${row.arm}</td><td class="text">${row.figure}</td><td>${row.h}</td><td>${row.p}</td><td class="text">${row.pairs}</td></tr>
</#list>
</tbody>
</table></div>
</#if>
</section>

<section id="flames">
<h2>Flame graphs</h2>
<p>Files beside this one, of a fork of its own that sampled stacks.</p>
<div class="panels"></div>
</section>

<section id="cells">
<h2>Every cell, any figure</h2>
<label>Figures <select id="columns"></select></label>
<div class="panels"></div>
</section>

<#if report.links?has_content>
<section id="links">
<h2>Did the link do what it was told?</h2>
<@warned start="link"/>
<#list report.links as link>
<h3>${link.title}</h3>
<#if link.source?has_content><p>Source: ${link.source}</p></#if>
<div class="scroll" tabindex="0" role="region" aria-label="${link.title}"><table>
<thead><tr><th></th><th>asked</th><th>measured, over all cells and forks</th></tr></thead>
<tbody>
<#list link.rows as row>
<tr><th scope="row">${row.name}</th><td>${row.asked}</td><td>${row.measured}</td></tr>
</#list>
</tbody>
</table></div>
</#list>
</section>
</#if>

<#if report.terms?has_content>
<section id="terms">
<h2>On which terms?</h2>
<@warned start="unlike terms"/>
<div class="scroll" tabindex="0" role="region" aria-label="Terms"><table>
<thead><tr><th>transport</th><th class="text">as negotiated</th></tr></thead>
<tbody>
<#list report.terms as term>
<tr><th scope="row">${term.name}</th><td class="text">${term.value}</td></tr>
</#list>
</tbody>
</table></div>
</section>
</#if>

<section id="definitions">
<h2>What each figure is</h2>
<p>Per RPC that was completed and verified, unless it says otherwise. A dash is no figure; hold the pointer over it, or move the focus to it, for the reason.</p>
<details><summary>All definitions</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Definitions"><table id="defined"></table></div>
</details>
<#if report.leftOut?has_content>
<details><summary>${report.leftOut?size} combinations were left out</summary>
<ul>
<#list report.leftOut as out>
<li>${out}</li>
</#list>
</ul>
</details>
</#if>
</section>
</main>
<script type="application/json" id="data"><@page.data/></script>
<script>${page.library?no_esc}</script>
<script>
<#include "report.js" parse=false>
</script>
<script>
<#include "report-charts.js" parse=false>
</script>
<script>
<#include "report-questions.js" parse=false>
</script>
</body>
</html>
