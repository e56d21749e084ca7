/// The most that one client may send, occupy and wait.
package struct HTTPLimits: Sendable {
  /// Bytes of a target.
  package var targetSize = 1 << 13
  /// Parameters of a query.
  package var parameterCount = 100
  /// Bytes of a request before its body.
  ///
  /// The library has 32 KiB for each connection, of which a response needs some.
  package var headerSize = 1 << 14
  /// Header fields of a request.
  package var headerCount = 64
  /// Bytes of a body.
  package var bodySize = 1 << 16
  /// Bytes that are read and discarded before a body that is too large is answered; behind them the connection ends.
  package var discardedSize = 1 << 20
  /// Connections at once.
  ///
  /// Each needs a file descriptor, of which most systems give a process 1,024.
  package var connectionCount = 800
  /// Seconds in which a request must arrive, and again seconds in which the client must take its response.
  package var seconds = 60

  package init() {}

  /// Seconds after which a silent connection is closed: half the time of a request, so that a client that begins to
  /// send just before still has the other half.
  var silence: UInt32 { UInt32(max(1, seconds / 2)) }
}
