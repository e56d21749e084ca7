/// The limits of what a client may send and occupy, and how long it may take.
package struct HTTPLimits: Sendable {
  /// The maximum size of a target in bytes.
  package var targetSize = 1 << 13
  /// The maximum number of parameters in a query.
  package var parameterCount = 100
  /// The maximum size in bytes of a request before its body.
  ///
  /// The library has 32 KiB for each connection, some of which the response needs.
  package var headerSize = 1 << 14
  /// The maximum number of header fields in a request.
  package var headerCount = 64
  /// The maximum size of a body in bytes.
  package var bodySize = 1 << 16
  /// The number of bytes to read and discard before a body that is too large is answered; after
  /// that, the connection is closed.
  package var discardedSize = 1 << 20
  /// The maximum number of simultaneous connections.
  ///
  /// Each needs a file descriptor, of which most systems allow a process 1,024.
  package var connectionCount = 800
  /// The seconds in which a request must arrive, and the seconds in which the client must then
  /// receive its response.
  package var seconds = 60

  package init() {}

  /// The seconds after which a silent connection is closed.
  ///
  /// It is half the time of a request, so that a client that begins to send just before still has
  /// the other half.
  var silence: UInt32 { UInt32(max(1, seconds / 2)) }
}
