<#-- One page of Markdown. `page` is dev.transportbench.report.ReportPage. -->
<#function cell text>
  <#return text?replace("|", "\\|")?replace("\n", " ")>
</#function>
# ${page.study}

**${page.question}**

<#if page.description??>
${page.description}

</#if>
<#if page.source??>
Source: ${page.source}

</#if>
${page.scope}

## Status

${page.counts.ok} ok, ${page.counts.failed} failed, ${page.counts.invalid} invalid, ${page.counts.notRun} not run

<#list page.warnings as warning>
- **Warning**: ${warning}
</#list>
- Known answer: ${page.knownAnswer}

<#if page.expect??>
Expected before it ran: ${page.expect}

</#if>
<#if page.groups?has_content>
## Cost of one RPC

Times are in µs, sizes in bytes, each per RPC that was completed and verified; n counts the RPCs behind the quantiles.

</#if>
<#list page.groups as group>
### ${group.title}<#if group.backend?has_content> (${group.backend})</#if>

| transport |<#list page.columns as column> ${cell(column)} |</#list>
| :-- |<#list page.columns as column> --: |</#list>
<#list group.rows as row>
| ${cell(row.transport)}<#if row.status?has_content> (**${row.status}**)</#if> |<#list row.entries as entry> ${entry.text}<#if entry.note gt 0><sup>${entry.note}</sup></#if><#if entry.noVerdict>°</#if> |</#list>
</#list>

<#if group.cpuComparable>
CPU may be compared between these rows.
<#else>
CPU must not be ranked here: this backend leaves out, or moves into another process, work that a real path has. Rank CPU on `veth`.
</#if>

</#list>
<#list page.others as table>
## ${table.title}

Per message, by a codec alone; `score` is JMH's.

|<#list table.columns as column> ${cell(column)} |</#list>
|<#list table.columns as column> <#if column?index lt table.params>:--<#else>--:</#if> |</#list>
<#list table.rows as row>
|<#list row as entry> ${cell(entry)} |</#list>
</#list>

</#list>
<#list page.footnotes as footnote>
<sup>${footnote?counter}</sup> ${footnote}<#sep><br></#sep>
</#list>

<#if page.layers?has_content>
## Where the CPU went

µs per RPC by layer, ± what the number of samples allows to say (95 %). Shares come from a fork of its own that sampled stacks, and whose times are used nowhere; each is multiplied by the side's CPU per RPC in the table above, so that a row adds up to it. QUIC's packet protection counts as `tls`, HPACK and QPACK as `http2` and `http3`; system calls and the kernel's network stack are `kernel`, waiting and waking up `scheduling`. What each layer is: `docs/layers.md`.

<#list page.layers as table>
### ${table.title}

| transport | side |<#list table.columns as column> ${column} |</#list>
| :-- | :-- |<#list table.columns as column> --: |</#list>
<#list table.rows as row>
| ${cell(row.transport)} | ${row.side} |<#list row.entries as entry> ${entry} |</#list>
</#list>

<#list table.notes as note>
- ${note.name}: ${note.value}
</#list>

</#list>
</#if>
<#if page.losses?has_content>
## What lost packets did

RPCs slower than the clean ones' p99 in whose flight a packet was lost, in ms (means). *predicted* is the stack's standard (RFC 6298, 8985 and 9002) with the round trip of that moment; *victim*: held up by another's loss; *ambiguous*: several were in flight, and whose it was is not known. How they are told: `docs/losses.md`.

<#list page.losses as table>
### ${table.title}

| transport | lost | repaired by | n | measured ms | predicted ms | ratio |
| :-- | :-- | :-- | --: | --: | --: | --: |
<#list table.rows as row>
| ${cell(row.transport)} | ${row.kind} | ${row.recovery} | ${row.count} | ${row.measured} | ${row.predicted} | ${row.ratio} |
</#list>

</#list>
</#if>
## How to read this

- ° No verdict: below 1,000 RPC/s a JVM is not kept warm, so that its CPU per RPC says little.
- `CPU process` is client + server + gc + jit + other. `CPU link` is the emulator, a process of its own, beside it.
- Wire figures count IP packets entering the link, acknowledgements and retransmissions included; overhead is wire bytes less payload.
- A loop that finds several RPCs at one wake-up (`RPC/wake-up` above 1) pays for the wake-up once: compare CPU only at like values.
- A closed loop sends the next RPC when one returns, so that a stall delays few RPCs: this table makes no claim about latency under load.
- Few forks: a difference of some percent between two rows may be the machine's. The forks' own values are in `ledger.json`.

<#if page.published?has_content>
## Published, predicted, ours

What others published; what round trips and loss timers alone predict (`docs/studies.md`); what this run measured. Their machines, stacks and links were others: the shape can be compared, the last percent not.

| figure | where | published | predicted | ours | ours against published | ours against predicted | source, and why they may differ |
| :-- | :-- | --: | --: | --: | --: | --: | :-- |
<#list page.published as row>
| ${cell(row.figure)} | ${cell(row.where)} | ${cell(row.published)} | ${cell(row.predicted)} | ${cell(row.ours)} | ${row.fromPublished} | ${row.fromPredicted} | ${cell(row.note)} |
</#list>

</#if>
<#if page.contrasts?has_content>
## Contrasts

Head against base, within this run. A verdict needs five forks a side; p is adjusted over the scenarios of a figure; effect is rank-biserial (±1: the sides do not overlap); CV is from fork to fork.

<#list page.contrasts as contrast>
<details><summary>${contrast.title}</summary>

| scenario | figure | base | head | change | 95 % interval | p | effect | CV base / head | finding |
| :-- | :-- | --: | --: | --: | --: | --: | --: | --: | :-- |
<#list contrast.rows as row>
| ${cell(row.scenario)} | ${cell(row.figure)} | ${row.base} | ${row.head} | ${row.change} | ${row.interval} | ${row.p} | ${row.effect} | ${row.variation} | ${cell(row.finding)} |
</#list>

</details>

</#list>
<#if page.networks?has_content>
Over the networks (Kruskal–Wallis, then Dunn's test with Holm's adjustment; p is rough below five forks):

| arm | figure | H (df) | p | differ |
| :-- | :-- | --: | --: | :-- |
<#list page.networks as row>
| ${cell(row.arm)} | ${row.figure} | ${row.h} | ${row.p} | ${cell(row.pairs)} |
</#list>

</#if>
</#if>
<#if page.links?has_content>
## The link, as asked and as measured

<#list page.links as link>
### ${link.title}
<#if link.source?has_content>

Source: ${link.source}
</#if>

| | asked | measured, over all cells and forks |
| :-- | --: | --: |
<#list link.rows as row>
| ${cell(row.name)} | ${cell(row.asked)} | ${cell(row.measured)} |
</#list>

</#list>
</#if>
<#if page.terms?has_content>
## Terms, as negotiated

| transport | terms |
| :-- | :-- |
<#list page.terms as term>
| ${cell(term.name)} | ${cell(term.value)} |
</#list>

</#if>
## Environment

| | |
| :-- | :-- |
<#list page.environment as item>
| ${cell(item.name)} | ${cell(item.value)} |
</#list>
<#if page.leftOut?has_content>

## Left out

<#list page.leftOut as out>
- ${out}
</#list>
</#if>
