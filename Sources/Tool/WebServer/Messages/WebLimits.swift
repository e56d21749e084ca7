/// The limits of what a client may send and occupy, and how long it may take.
public struct WebLimits: Sendable {
  /// The maximum size of a target in bytes.
  public var targetSize = 1 << 13
  /// The maximum number of parameters in a query.
  public var parameterCount = 100
  /// The maximum size in bytes of a request before its body.
  ///
  /// The library has 32 KiB for each connection, some of which the response needs.
  public var headerSize = 1 << 14
  /// The maximum number of header fields in a request.
  public var headerCount = 64
  /// The maximum size of a body in bytes, for routes that do not set their own.
  public var bodySize = 1 << 16
  /// The number of bytes to read and discard before a body that is too large is answered; after
  /// that, the connection is closed.
  public var discardedSize = 1 << 20
  /// The maximum number of simultaneous connections.
  ///
  /// Each needs a file descriptor, of which most systems allow a process 1,024.
  public var connectionCount = 800
  /// The seconds in which a request must arrive, and the seconds in which the client must then
  /// receive its response.
  public var seconds = 60

  /// Creates the usual limits.
  public init() {}

  /// The seconds after which a silent connection is closed.
  ///
  /// It is half the time of a request, so that a client that begins to send just before still has
  /// the other half.
  var silence: UInt32 { UInt32(max(1, seconds / 2)) }
}
