// A client's checks of our /echo and /rpc; for a browser and for Deno alike. Returns what it saw.
const payload = (bytes) => {
  const out = new Uint8Array(bytes);
  for (let i = 0; i < bytes; i++) out[i] = (i * 31 + (i >> 8)) & 255;
  return out;
};

const same = (a, b) => a.length === b.length && a.every((value, i) => value === b[i]);

const collect = async (reader, bytes) => {
  const parts = new Uint8Array(bytes);
  let at = 0;
  while (at < bytes) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`ended after ${at} of ${bytes} bytes`);
    parts.set(value, at);
    at += value.length;
  }
  return parts;
};

const echoStream = async (session, bytes, fin) => {
  const stream = await session.createBidirectionalStream();
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  const sent = payload(bytes);
  const written = writer.write(sent);
  if (fin) {
    written.then(() => writer.close()).catch(() => {});
  }
  const got = await collect(reader, bytes);
  if (!same(sent, got)) throw new Error(`${bytes} bytes came back changed`);
  if (fin) {
    const { done } = await reader.read();
    if (!done) throw new Error("the stream did not end");
  }
};

const connect = async (port, digest, path) => {
  const session = new WebTransport(`https://127.0.0.1:${port}${path}`, {
    serverCertificateHashes: [{ algorithm: "sha-256", value: digest }],
  });
  await session.ready;
  return session;
};

// ends: whether the client ends its streams when they are closed; Deno does not.
const checks = async (port, digest, ends, report) => {
  let session = await connect(port, digest, "/echo");
  for (let i = 0; i < 50; i++) await echoStream(session, 1 + i * 17, ends);
  report("50 streams in sequence");
  await Promise.all(Array.from({ length: 50 }, (_, i) => echoStream(session, 100 + i, ends)));
  report("50 in parallel");
  for (let i = 0; i < 20; i++) await echoStream(session, 1000 + i, false);
  report("20 without FIN");
  await echoStream(session, 2 << 20, ends);
  report("2 MiB");
  const writer = session.datagrams.writable.getWriter();
  const reader = session.datagrams.readable.getReader();
  let back = 0;
  for (let i = 0; i < 20; i++) {
    const sent = payload(50 + i);
    await writer.write(sent);
    const { value } = await reader.read();
    if (same(sent, value)) back++;
  }
  report(`${back} datagrams`);
  session.close({ closeCode: 7, reason: "done" });
  await session.closed;
  report("closed");
  for (let i = 0; i < 5; i++) {
    session = await connect(port, digest, "/echo");
    await echoStream(session, 10, ends);
    session.close();
    await session.closed;
  }
  report("5 times reconnected");
  try {
    await connect(port, digest, "/nowhere");
    report("nowhere opened");
  } catch {
    report("nowhere refused");
  }
};
