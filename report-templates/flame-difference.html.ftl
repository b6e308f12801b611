<#ftl output_format="HTML">
<#-- Two profiles as one flame graph. `page` is dev.transportbench.report.compare.FlameDifference.Page. -->
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<style>
:root { color-scheme: light dark; --plain: #d8d8d8; --more: #e53935; --less: #1e88e5; }
@media (prefers-color-scheme: dark) { :root { --plain: #4a4a4a; } }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 90rem; padding: 1rem; }
svg { width: 100%; min-width: 60rem; font: 11px ui-monospace, monospace; }
rect { stroke: Canvas; stroke-width: .5; }
text { fill: CanvasText; pointer-events: none; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid #8884; text-align: right; }
th:first-child, td:first-child { text-align: left; overflow-wrap: anywhere; }
</style>
</head>
<body>
<h1>Where the CPU went</h1>
<p><code>${page.title}</code></p>
<p>µs of CPU per RPC. Red: head takes more; blue: less; as wide as the larger of the two. Sampled in one fork a side: small differences are chance.</p>
<div class="scroll" tabindex="0">
<svg viewBox="0 0 ${page.width} ${page.height}" role="img" aria-label="differential flame graph; the table below has the largest changes">
<#list page.boxes as box>
<g><title>${box.name}: ${box.told}</title><rect x="${box.x}" y="${box.y}" width="${box.width}" height="16" style="fill: color-mix(in srgb, ${(box.red gt 0)?then("var(--more)", "var(--less)")} ${box.red + box.blue}%, var(--plain))"/><#if box.label?has_content><text x="${box.x}" dx="2" y="${box.y}" dy="12">${box.label}</text></#if></g>
</#list>
</svg>
</div>
<h2>Frames whose own time changed most</h2>
<table>
<thead><tr><th>frame</th><th>base</th><th>head</th><th>change</th></tr></thead>
<tbody>
<#list page.frames as frame>
<tr><td>${frame.name}</td><td>${frame.base}</td><td>${frame.head}</td><td>${frame.change}</td></tr>
</#list>
</tbody>
</table>
</body>
</html>
