import Foundation

/// A body that arrives in parts; discarded once it is too large.
package struct BodyBuffer: Sendable {
  /// The bytes that have arrived; empty once the body is too large.
  package private(set) var bytes = Data()
  /// Whether the body has exceeded its limit; further parts do not change that.
  package private(set) var isTooLarge = false
  private var discarded = 0
  private let limits: HTTPLimits

  package init(_ limits: HTTPLimits) { self.limits = limits }

  /// Adds a part, or discards everything if that makes the body too large.
  ///
  /// - Returns: Whether to continue; false if more was discarded than the limits allow.
  package mutating func append(_ part: UnsafeRawBufferPointer) -> Bool {
    if !isTooLarge, part.count <= limits.bodySize - bytes.count {
      bytes.append(contentsOf: part)
      return true
    }
    isTooLarge = true
    discarded += bytes.count + part.count
    bytes = Data()
    return discarded <= limits.discardedSize
  }

  /// The refusal of a body that is too large.
  package var refusal: HTTPRefusal {
    HTTPRefusal(
      413, "too-large", at: "body",
      "The body has more than \(limits.bodySize / 1024) KiB. Send a smaller one.")
  }
}
