package dev.transportbench.benchmark.trial;

/**
 * Application payload of one RPC, where all of a window are alike.
 *
 * @param request from the client
 * @param response from the server
 */
record RpcBytes(int request, int response) {}
