import Foundation

/// A body that arrives in parts; discarded once it is too large.
struct BodyBuffer: Sendable {
  /// The bytes that have arrived; empty once the body is too large.
  private(set) var bytes = Data()
  /// Whether the body has exceeded its limit; further parts do not change that.
  private(set) var isTooLarge = false
  private var discarded = 0
  /// The maximum size of the body in bytes.
  var limit: Int
  private let discardedSize: Int

  init(_ limits: WebLimits) { (limit, discardedSize) = (limits.bodySize, limits.discardedSize) }

  /// Adds a part, or discards everything if that makes the body too large.
  ///
  /// - Returns: Whether to continue; false if more was discarded than the limits allow.
  mutating func append(_ part: UnsafeRawBufferPointer) -> Bool {
    if !isTooLarge, part.count <= limit - bytes.count {
      bytes.append(contentsOf: part)
      return true
    }
    isTooLarge = true
    discarded += bytes.count + part.count
    bytes = Data()
    return discarded <= discardedSize
  }

  /// The refusal of a body that is too large.
  var refusal: WebRefusal {
    WebRefusal(
      413, "too-large", at: "body",
      "The body has more than \(limit / 1024) KiB. Send a smaller one.")
  }
}
