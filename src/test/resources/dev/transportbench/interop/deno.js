const [port, digest] = Deno.args;
const bytes = Uint8Array.from(atob(digest), (c) => c.charCodeAt(0));
await checks(Number(port), bytes, false, (line) => console.log(line));
Deno.exit(0);
