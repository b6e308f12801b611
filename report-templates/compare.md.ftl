<#-- One page of Markdown. `page` is dev.transportbench.report.compare.ComparePage. -->
<#function cell text>
  <#return text?replace("|", "\\|")?replace("\n", " ")?replace("<", "&lt;")>
</#function>
**${page.verdict}**

${page.counts}

base: `${page.base}`, head: `${page.head}`

<#list page.unlike as line>
- **Unlike**: ${line}
</#list>
<#list page.warnings as line>
- **Warning**: ${line}
</#list>
<#list page.sections as section>
<#assign folded = section.kind == "equivalent" || section.kind == "inconclusive">
<#if folded>
<details><summary>${section.title}: ${section.rows?size}</summary>

<#else>
### ${section.title}

</#if>
| cell | figure | base | head | change | ${page.confidence} interval | p | effect | CV base / head | finds | |
| :-- | :-- | --: | --: | --: | --: | --: | --: | --: | --: | :-- |
<#list section.rows as row>
| ${cell(row.cell)} | ${cell(row.figure)} | ${row.base} | ${row.head} | ${row.change} | ${row.interval} | ${row.p} | ${row.effect} | ${row.variation} | ${row.detectable} | ${cell(row.why)} |
</#list>

<#if folded>
</details>

</#if>
</#list>
<#list page.where as place>
<details><summary>Where: ${cell(place.cell)}</summary>

<#if place.notAvailable?has_content>
not available: ${place.notAvailable}

<#else>
| side | layer | base | head | change, µs of CPU per RPC | |
| :-- | :-- | --: | --: | --: | :-- |
<#list place.rows as row>
| ${row.side} | ${row.layer} | ${row.base} | ${row.head} | ${row.change} | ${row.clear?then("", "not clear")} |
</#list>

</#if>
</details>

</#list>
<#if page.notJudged?has_content || page.onlyInBase?has_content || page.onlyInHead?has_content>
<details><summary>Not compared</summary>

<#list page.notJudged as line>
- not judged: ${line}
</#list>
<#list page.onlyInBase as key>
- only in base: `${key}`
</#list>
<#list page.onlyInHead as key>
- only in head: `${key}`
</#list>

</details>

</#if>
Change is head against base; p is adjusted for the number of cells; *effect* is rank-biserial (±1: the sides do not overlap); *finds* is the change that forks like these find nine times in ten.
