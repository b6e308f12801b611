package dev.transportbench.peers.grpc;

import dev.transportbench.peers.PeerClient;
import dev.transportbench.peers.PeerServer;
import dev.transportbench.peers.PeerTls;
import dev.transportbench.peers.PeerTransport;
import dev.transportbench.peers.Protocol;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.ServerMessage;
import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerTransportFilter;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollSocketChannel;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One HTTP/2 stream per RPC on one channel; calls and answers run on the event loops themselves
 * ({@code directExecutor}), one a side.
 */
public final class GrpcPeer extends PeerTransport {
  private static final int FLOW_WINDOW_BYTES = 8 << 20;

  private static final MethodDescriptor<ClientMessage, ServerMessage> METHOD =
      MethodDescriptor.<ClientMessage, ServerMessage>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("transportbench/rpc")
          .setRequestMarshaller(ProtoUtils.marshaller(ClientMessage.getDefaultInstance()))
          .setResponseMarshaller(ProtoUtils.marshaller(ServerMessage.getDefaultInstance()))
          .build();

  public GrpcPeer() {
    super("peer-grpc", Protocol.HTTP2);
  }

  @Override
  protected PeerServer start(Side side, int port, Identity identity) throws Exception {
    return new GrpcServer(side, port, identity);
  }

  @Override
  protected PeerClient open(Side side, InetSocketAddress server, Identity identity, int concurrency)
      throws Exception {
    return new GrpcClient(side, server, identity);
  }

  private static final class GrpcServer extends PeerServer {
    private final EventLoopGroup group =
        new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    private final Server server;

    GrpcServer(Side side, int port, Identity identity) throws Exception {
      super(side);
      server =
          NettyServerBuilder.forAddress(new InetSocketAddress(side.address(), port))
              .bossEventLoopGroup(group)
              .workerEventLoopGroup(group)
              .channelType(EpollServerSocketChannel.class)
              .sslContext(
                  GrpcSslContexts.configure(
                          SslContextBuilder.forServer(identity.key(), identity.chain()),
                          SslProvider.OPENSSL)
                      .protocols(PeerTls.VERSION)
                      .build())
              .directExecutor()
              .flowControlWindow(FLOW_WINDOW_BYTES)
              .addTransportFilter(
                  new ServerTransportFilter() {
                    @Override
                    public Attributes transportReady(Attributes attributes) {
                      countConnection();
                      return attributes;
                    }
                  })
              .addService(
                  ServerServiceDefinition.builder("transportbench")
                      .addMethod(METHOD, ServerCalls.asyncUnaryCall(GrpcServer::answer))
                      .build())
              .build()
              .start();
    }

    private static void answer(ClientMessage message, StreamObserver<ServerMessage> answers) {
      answers.onNext(RpcService.answer(message));
      answers.onCompleted();
    }

    @Override
    protected int port() {
      return server.getPort();
    }

    @Override
    protected void stop() throws Exception {
      server.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
      group.shutdownGracefully(0, 1, TimeUnit.SECONDS).await(5, TimeUnit.SECONDS);
    }
  }

  private static final class GrpcClient extends PeerClient {
    private final EventLoopGroup group =
        new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    private final ManagedChannel channel;

    GrpcClient(Side side, InetSocketAddress server, Identity identity) throws Exception {
      super(side);
      channel =
          NettyChannelBuilder.forAddress(server)
              .overrideAuthority(identity.hostName())
              .eventLoopGroup(group)
              .channelType(EpollSocketChannel.class)
              .sslContext(
                  GrpcSslContexts.configure(
                          SslContextBuilder.forClient()
                              .trustManager(List.of(identity.certificate())),
                          SslProvider.OPENSSL)
                      .protocols(PeerTls.VERSION)
                      .build())
              .directExecutor()
              .flowControlWindow(FLOW_WINDOW_BYTES)
              .build();
    }

    @Override
    public void send(ClientMessage message, Answer answer) {
      ClientCalls.asyncUnaryCall(
          channel.newCall(METHOD, CallOptions.DEFAULT),
          message,
          new StreamObserver<ServerMessage>() {
            private ServerMessage received;

            @Override
            public void onNext(ServerMessage value) {
              received = value;
            }

            @Override
            public void onCompleted() {
              answer.received(received);
            }

            @Override
            public void onError(Throwable cause) {
              answer.failed(cause);
            }
          });
    }

    @Override
    protected void stop() throws Exception {
      channel.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
      group.shutdownGracefully(0, 1, TimeUnit.SECONDS).await(5, TimeUnit.SECONDS);
    }
  }
}
