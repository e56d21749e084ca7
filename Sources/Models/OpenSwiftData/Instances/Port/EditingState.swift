import Foundation

/// Identifies the context that a store works for.
public struct EditingState: Identifiable, Sendable {
  /// The type of the identifier.
  public typealias ID = UUID

  /// The identifier of the context.
  public let id: UUID
  /// The author of the changes, recorded in the history.
  public var author: String?

  package init(id: UUID = UUID(), author: String? = nil) {
    self.id = id
    self.author = author
  }
}
