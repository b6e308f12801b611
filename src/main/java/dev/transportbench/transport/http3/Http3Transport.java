package dev.transportbench.transport.http3;

import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.quic.QuicTransport;
import dev.transportbench.transport.stream.StreamClient;
import io.netty.handler.codec.http3.Http3ClientConnectionHandler;
import io.netty.handler.codec.http3.Http3HeadersFrame;
import io.netty.handler.codec.http3.Http3ServerConnectionHandler;
import io.netty.handler.codec.quic.QuicChannel;
import java.net.InetSocketAddress;

/**
 * {@code quic} with HTTP/3 in between: each RPC is a {@code POST /rpc} with the four pseudo-headers
 * and no other, answered by {@code :status} and no other. QPACK's dynamic table is off.
 */
public class Http3Transport extends QuicTransport {

  @Override
  public String name() {
    return "http3";
  }

  @Override
  protected String applicationProtocol() {
    return "h3";
  }

  // Netty's connection handlers come with the dynamic table off, unless told otherwise.

  @Override
  protected void prepareServer(QuicChannel connection, Terms terms) {
    connection
        .pipeline()
        .addLast(new Http3ServerConnectionHandler(new Http3Answers(terms.maxMessageBytes())));
  }

  @Override
  protected void prepareClient(QuicChannel connection, Terms terms) {
    connection.pipeline().addLast(new Http3ClientConnectionHandler());
  }

  @Override
  protected StreamClient.CallFactory calls(
      InetSocketAddress server, Identity identity, Terms terms) {
    Http3HeadersFrame headers = Http3Messages.request(identity.hostName() + ":" + server.getPort());
    return (requestId, request, handler) ->
        new Http3Call(requestId, request, handler, terms.maxMessageBytes(), headers);
  }
}
