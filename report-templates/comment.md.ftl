<#-- A comment on a pull request: verdict, what changed, how to see it again; all else folded.
     `page` is dev.transportbench.report.compare.AbReport.CommentPage. -->
<#function cell text>
  <#return text?replace("|", "\\|")?replace("\n", " ")?replace("<", "&lt;")>
</#function>
<!-- transport-bench -->
**${page.page.verdict}** (${page.page.counts})

base: `${page.page.base}`, head: `${page.page.head}`

<#if page.page.onlyInBase?has_content>
<#list page.page.onlyInBase as key>
- **Only in base**: `${key}`
</#list>

</#if>
<#if page.changed?has_content>
| verdict | cell | figure | base | head | change | ${page.page.confidence} interval | p |
| :-- | :-- | :-- | --: | --: | --: | --: | --: |
<#list page.changed as row>
| ${(row.verdict == "regressed")?then("**regressed**", row.verdict)} | ${cell(row.cell)} | ${cell(row.figure)} | ${row.base} | ${row.head} | ${row.change} | ${row.interval} | ${row.p} |
</#list>
<#if page.moreChanged gt 0>

… and ${page.moreChanged} more, in `comparison.md` among the artifacts.
</#if>

</#if>
<#list page.where as place>
<details><summary>Where it changed: ${cell(place.cell)}</summary>

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
To see it again:

```
<#if page.terms.baseCommit?? && page.terms.headCommit?? && page.terms.baseCommit != page.terms.headCommit>
git checkout ${page.terms.headCommit}
mvn verify -Pbench -Dbench.base=${page.terms.baseCommit} -Dbench.study=${page.terms.study} -Dbench.budget=${page.terms.budget}
<#else>
java -jar HEAD.jar ab BASE.jar HEAD.jar --study ${page.terms.study} --budget ${page.terms.budget} --seed ${page.terms.seed}
</#if>
```

<#if page.page.unlike?has_content || page.page.warnings?has_content>
<details><summary>What else differs: ${page.page.unlike?size + page.page.warnings?size}</summary>

<#list page.page.unlike as line>
- ${line}
</#list>
<#list page.page.warnings as line>
- warning: ${line}
</#list>

</details>

</#if>
<#if page.open?has_content>
<details><summary>Inconclusive: ${page.open?size + page.moreOpen}, and the change that these forks would have found</summary>

| cell | figure | change | ${page.page.confidence} interval | finds |
| :-- | :-- | --: | --: | --: |
<#list page.open as row>
| ${cell(row.cell)} | ${cell(row.figure)} | ${row.change} | ${row.interval} | ${row.detectable} |
</#list>
<#if page.moreOpen gt 0>

… and ${page.moreOpen} more, in `comparison.md`.
</#if>

</details>

</#if>
<#if page.equivalent?has_content>
<details><summary>Equivalent</summary>

<#list page.equivalent as figure, count>
- ${cell(figure)}: ${count} ${(count == 1)?then("cell", "cells")}
</#list>

</details>

</#if>
<details><summary>How it was measured</summary>

Study `${page.terms.study}`, both jars in turns on one machine, in random order within each pair of forks; ${page.terms.looks} of at most ${page.terms.mostLooks} looks at the data, which share an alpha of 5 %. Change is head against base; p is adjusted for the number of cells; *finds* is the change that forks like these find nine times in ten. A family (one figure over all cells) errs in at most 5 % of comparisons in which nothing has changed.

<#list page.page.notJudged as line>
- not judged: ${line}
</#list>
<#list page.page.onlyInHead as key>
- only in head: `${key}`
</#list>

</details>
