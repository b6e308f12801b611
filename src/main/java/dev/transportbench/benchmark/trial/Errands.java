package dev.transportbench.benchmark.trial;

import com.google.protobuf.ByteString;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.proto.Request;

/**
 * RPCs of one kind and one size, all alike.
 *
 * @param method {@link RpcService#DOWNLOAD}, {@link RpcService#UPLOAD} or {@link RpcService#ECHO}
 */
record Errands(String method, int payloadBytes) {

  Request request() {
    Request.Builder request = Request.newBuilder().setMethod(method);
    if (method.equals(RpcService.DOWNLOAD)) {
      request.setResponseBytes(payloadBytes);
    } else {
      request.setPayload(Payloads.bytes(payloadBytes));
    }
    return request.build();
  }

  ResponseCheck check() {
    ByteString payload = Payloads.bytes(payloadBytes);
    return new ResponseCheck(
        method.equals(RpcService.UPLOAD) ? RpcService.digest(payload) : payload);
  }

  /** Of one RPC, both ways together; an upload's digest is none of the application's. */
  int payloadBytesPerRpc() {
    return method.equals(RpcService.ECHO) ? 2 * payloadBytes : payloadBytes;
  }
}
