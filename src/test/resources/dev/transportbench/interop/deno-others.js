// One RPC over each of the other transports; prints the answer's bytes, delimited, in base64.
const [portsText, requestText, digestText] = Deno.args;
const ports = JSON.parse(portsText);
const request = Uint8Array.from(atob(requestText), (c) => c.charCodeAt(0));
const digest = Uint8Array.from(atob(digestText), (c) => c.charCodeAt(0));
// An answer is shorter than its request by the method and the head of one field.
const answerBytes = request.length - "echo".length - 2;
const show = (name, bytes) => console.log(name, btoa(String.fromCharCode(...bytes)));

const readExactly = async (readable) => {
  const out = new Uint8Array(answerBytes);
  let at = 0;
  for (const reader = readable.getReader(); at < answerBytes;) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`ended after ${at} bytes`);
    out.set(value, at);
    at += value.length;
  }
  return out;
};

const overStream = async (name, connection) => {
  const writer = connection.writable.getWriter();
  await writer.write(request);
  show(name, await readExactly(connection.readable));
};

const attempt = async (name, run) => {
  try {
    await run();
  } catch (e) {
    console.log(`failed ${name}: ${e}`);
  }
};

await attempt("tcp", async () =>
  overStream("tcp", await Deno.connect({ hostname: "127.0.0.1", port: ports.tcp })));
await attempt("tls", async () =>
  overStream("tls", await Deno.connectTls({ hostname: "localhost", port: ports.tls })));
for (const name of ["http1", "http2"]) {
  await attempt(name, async () => {
    const client = Deno.createHttpClient({ http1: name === "http1", http2: name === "http2" });
    const answer = await fetch(`https://localhost:${ports[name]}/rpc`,
      { client, method: "POST", body: request });
    show(name, new Uint8Array(await answer.arrayBuffer()));
  });
}
await attempt("websocket", () =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`wss://localhost:${ports.websocket}/rpc`);
    socket.binaryType = "arraybuffer";
    // A message on a WebSocket is not delimited: its length is put before it again for the check.
    const lengthBytes = request[0] & 0x80 ? 2 : 1;
    socket.onopen = () => socket.send(request.slice(lengthBytes));
    socket.onmessage = ({ data }) => {
      const body = new Uint8Array(data);
      show("websocket", [0x80 | (body.length & 0x7f), body.length >> 7, ...body]);
      socket.close();
      resolve();
    };
    socket.onerror = (e) => reject(new Error(e.message));
  }));
await attempt("quic", async () => {
  const connection = await Deno.connectQuic({
    hostname: "127.0.0.1",
    port: ports.quic,
    serverName: "localhost",
    alpnProtocols: ["transport-bench"],
    serverCertificateHashes: [{ algorithm: "sha-256", value: digest }],
  });
  await overStream("quic", await connection.createBidirectionalStream());
});
Deno.exit(0);
