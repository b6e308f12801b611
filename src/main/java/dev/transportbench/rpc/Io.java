package dev.transportbench.rpc;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.Locale;

/** How a loop waits for sockets, and the channel classes that go with it. */
public enum Io {
  EPOLL {
    @Override
    public IoHandlerFactory handlerFactory() {
      return EpollIoHandler.newFactory();
    }

    @Override
    public Class<? extends SocketChannel> socketChannel() {
      return EpollSocketChannel.class;
    }

    @Override
    public Class<? extends ServerSocketChannel> serverSocketChannel() {
      return EpollServerSocketChannel.class;
    }

    @Override
    public Class<? extends DatagramChannel> datagramChannel() {
      return EpollDatagramChannel.class;
    }
  },
  NIO {
    @Override
    public IoHandlerFactory handlerFactory() {
      return NioIoHandler.newFactory();
    }

    @Override
    public Class<? extends SocketChannel> socketChannel() {
      return NioSocketChannel.class;
    }

    @Override
    public Class<? extends ServerSocketChannel> serverSocketChannel() {
      return NioServerSocketChannel.class;
    }

    @Override
    public Class<? extends DatagramChannel> datagramChannel() {
      return NioDatagramChannel.class;
    }
  };

  /** As the JMH parameter {@code io} says it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public abstract IoHandlerFactory handlerFactory();

  public abstract Class<? extends SocketChannel> socketChannel();

  public abstract Class<? extends ServerSocketChannel> serverSocketChannel();

  public abstract Class<? extends DatagramChannel> datagramChannel();
}
